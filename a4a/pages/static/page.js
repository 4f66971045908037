// The page: a Leaflet map of its own, the views of the notebook round it, and an address for every
// moment (`#node=123`).

import { make } from "../../map/static/elements.js";
import painter from "../../map/static/painter.js";
import { openSession } from "../../map/static/session.js";
import annotator from "../../widgets/static/annotator.js";
import chartStrip from "../../widgets/static/chart_strip.js";
import holdings from "../../widgets/static/holdings.js";
import log from "../../widgets/static/log.js";
import stepper from "../../widgets/static/stepper.js";
import tabs from "../../widgets/static/tabs.js";
import treasuries from "../../widgets/static/treasuries.js";
import variations from "../../widgets/static/variations.js";
import { Models, readStates } from "./model.js";

// The views by the ids of their places (`a4a-board` ...), as `VIEWS` in `scripts.py`; the board first.
const VIEWS = { board: painter, stepper, tabs, log, notes: annotator, holdings, variations, treasuries, charts: chartStrip };

/** A Leaflet map of the board, as ipyleaflet makes it in a notebook. */
function makeMap(board, options, features) {
  const place = board.appendChild(make("div", { class: "a4a-map" }));
  const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  const map = L.map(place, Object.fromEntries(Object.entries(options).map(([name, value]) => [camel(name), value])));
  L.geoJSON(features, { style: (feature) => feature.properties.style }).addTo(map);
  return map;
}

/** Keep the address and the moment shown together, and offer a link to it. */
function linkMoments(session) {
  const link = document.getElementById("a4a-link");
  const answer = document.getElementById("a4a-answer");
  const go = () => {
    const [, node] = /^#node=(\d{1,15})$/.exec(location.hash) ?? [];
    if (node === undefined) return;
    answer.textContent = session.goTo(Number(node)) ? "" : `This page has no node ${node}`;
  };
  const copy = async (event) => {
    event.preventDefault();
    try {
      history.replaceState(null, "", link.hash);
      await navigator.clipboard.writeText(location.href);
      answer.textContent = "Copied";
    } catch {
      answer.textContent = `Copy it from the address bar: it ends in ${link.hash}`;
    }
  };
  link.addEventListener("click", copy);
  addEventListener("hashchange", go);
  go();
  session.listen((what) => {
    if (what === "play") return;
    link.setAttribute("href", `#node=${session.node}`);
    if (what === "position") answer.textContent = "";
  });
}

/** Keys that nothing has the focus for are the board's. */
function lendKeys(board) {
  document.body.addEventListener("keydown", (event) => {
    if (event.target !== document.body) return;
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

/** Tell the styles of the views which theme it is, as JupyterLab does. */
function followTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const tell = () => (document.body.dataset.jpThemeLight = String(!dark.matches));
  dark.addEventListener("change", tell);
  tell();
}

/** Wait for something, frame by frame, but not forever. */
async function until(isTrue) {
  for (let frames = 0; frames < 60 && !isTrue(); frames++) {
    await new Promise((resolve) => setTimeout(resolve, 16)); // a page in the background has no frames
  }
}

const OPTIONAL = { notes: "a4a-annotator", holdings: "a4a-holdings", variations: "a4a-variations" }; // views by the tab that they need

async function showPage() {
  if (!("DecompressionStream" in globalThis)) throw new Error("this browser is too old for it");
  followTheme();
  const states = await readStates();
  const models = new Models(states);
  const board = document.getElementById("a4a-board");
  const map = makeMap(board, states.map.options, states.layer.data);
  states.map.views = { page: Promise.resolve({ obj: map, el: map.getContainer() }) };
  models.named("map").views = states.map.views;
  const session = await openSession(models.named("board"));
  linkMoments(session);
  lendKeys(map.getContainer());
  fitPaper(map, board);
  for (const [name, view] of Object.entries(VIEWS)) {
    if (name === "tabs" && Object.keys(states.tabs.panels).length < 2) continue; // there is only the log
    if (name in OPTIONAL && !(OPTIONAL[name] in states.tabs.panels)) continue;
    const place = name === "board" ? board.appendChild(make("div")) : document.getElementById(`a4a-${name}`);
    view.render({ model: models.named(name), el: place });
    if (name === "board") await until(() => "position" in map.getContainer().dataset);
  }
  for (const [name, tab] of Object.entries(OPTIONAL)) {
    document.getElementById(`a4a-${name}`).hidden = !(tab in states.tabs.panels);
  }
}

showPage().catch((error) => {
  document.querySelector("main").prepend(make("p", { role: "alert" }, `This page cannot be shown: ${error.message}`));
  throw error;
});
