// A stage: a board with the views round it, which move together. A page of one game has one; that of a
// study one for each board, of which that of the chapter read is seen.

import { make } from "../../map/static/elements.js";
import painter from "../../map/static/painter.js";
import { openSession } from "../../map/static/session.js";
import annotator from "../../widgets/static/annotator.js";
import chartStrip from "../../widgets/static/chart_strip.js";
import contents from "../../widgets/static/contents.js";
import holdings from "../../widgets/static/holdings.js";
import log from "../../widgets/static/log.js";
import stepper from "../../widgets/static/stepper.js";
import tabs from "../../widgets/static/tabs.js";
import treasuries from "../../widgets/static/treasuries.js";
import variations from "../../widgets/static/variations.js";
import { boardRenderer, projectQuickly } from "./shapes.js";

// The views by the names of their places (`data-view`), as `VIEWS` in `scripts.py`; the board first.
const VIEWS = {
  board: painter, stepper, tabs, contents, log, notes: annotator, holdings, variations, treasuries, charts: chartStrip,
};
// Views by the tab that they need.
const OPTIONAL = { contents: "a4a-contents", notes: "a4a-annotator", holdings: "a4a-holdings", variations: "a4a-variations" };

/** A Leaflet map of the board, as ipyleaflet makes it in a notebook. */
function makeMap(board, options, features) {
  const place = board.appendChild(make("div", { class: "a4a-map" }));
  const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  const named = Object.fromEntries(Object.entries(options).map(([name, value]) => [camel(name), value]));
  const map = L.map(place, { ...named, renderer: boardRenderer() });
  L.geoJSON(features, { style: (feature) => feature.properties.style, onEachFeature: (_, polygon) => projectQuickly(polygon) }).addTo(map);
  return map;
}

/** Wait for something, frame by frame, but not forever. */
async function until(isTrue) {
  for (let frames = 0; frames < 60 && !isTrue(); frames++) {
    await new Promise((resolve) => setTimeout(resolve, 16)); // a page in the background has no frames
  }
}

/** Keys that nothing has the focus for are the board's that is seen. */
function lendKeys(panels, board) {
  document.body.addEventListener("keydown", (event) => {
    if (event.target !== document.body || panels.hidden || event.defaultPrevented) return; // another stage took it
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const lent = new KeyboardEvent("keydown", { key, ctrlKey, metaKey, shiftKey, altKey, bubbles: true, cancelable: true });
    if (!board.dispatchEvent(lent)) event.preventDefault();
  });
}

/** Paper has its own width: show there what the screen shows. */
function fitPaper(map, board) {
  let screen = null;
  addEventListener("beforeprint", () => {
    const bounds = map.getBounds();
    screen = [map.getCenter(), map.getZoom()];
    board.classList.add("a4a-on-paper");
    map.invalidateSize({ animate: false });
    map.fitBounds(bounds, { animate: false });
  });
  addEventListener("afterprint", () => {
    board.classList.remove("a4a-on-paper");
    map.invalidateSize({ animate: false });
    if (screen) map.setView(...screen, { animate: false });
  });
}

/** The board has what the page's head and the stepper leave of the screen, of however many lines they are. */
function fillScreen(panels, below) {
  const around = [document.querySelector(".a4a-head"), below];
  const watch = new ResizeObserver(() => {
    const heights = around.map((el) => el.offsetHeight);
    if (Math.min(...heights) > 0) panels.style.setProperty("--a4a-taken", `${heights[0] + heights[1]}px`); // else hidden
  });
  for (const el of around) watch.observe(el);
}

export class Stage {
  /** The stage in `panels` whose models' names begin with `prefix`; `begun` before its views are shown. */
  static async open(models, panels, prefix, begun) {
    const stage = new Stage();
    const model = (name) => models.named(`${prefix}${name}`);
    Object.assign(stage, { models, panels, model, session: await openSession(model("board")) });
    begun(stage.session);
    await stage.render();
    return stage;
  }

  place(name) {
    return this.panels.querySelector(`[data-view="${name}"]`);
  }

  async render() {
    const { model } = this;
    const board = this.place("board");
    const map = makeMap(board, model("map").get("options"), model("layer").get("data"));
    const container = map.getContainer();
    model("map").views = { page: Promise.resolve({ obj: map, el: container }) };
    lendKeys(this.panels, container);
    fitPaper(map, board);
    fillScreen(this.panels, this.place("stepper"));
    const panels = model("tabs").get("panels");
    for (const [name, view] of Object.entries(VIEWS)) {
      if (name === "tabs" && Object.keys(panels).length < 2) continue; // there is only the log
      if (name in OPTIONAL && !(OPTIONAL[name] in panels)) continue;
      const place = name === "board" ? board.appendChild(make("div")) : this.place(name);
      view.render({ model: model(name), el: place });
      if (name === "board") await until(() => "position" in container.dataset);
    }
    for (const [name, tab] of Object.entries(OPTIONAL)) this.place(name).hidden = !(tab in panels);
  }

  /** Show another game of this board, by the name of its cursor. */
  async turnTo(cursor) {
    const told = this.models.named(cursor);
    await this.session.turnTo(told);
    this.model("board").set("overlays", told.get("overlays"));
  }
}
