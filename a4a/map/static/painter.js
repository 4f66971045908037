// The painter: shows the board of a record at any position, without the kernel. Spaces are found by
// class name (`<prefix>-<index>`), so the geometry is never touched; the layers draw the rest.

import { BattlesLayer } from "./battles.js";
import { ChangesLayer } from "./changes.js";
import { CitiesLayer } from "./cities.js";
import { ConditionsLayer, HoldersLayer } from "./conditions.js";
import { CountriesLayer, Earth, TerrainLayer } from "./earth.js";
import { make } from "./elements.js";
import { Follow } from "./follow.js";
import { FrontsLayer } from "./fronts.js";
import { NeutralsLayer, ValuesLayer } from "./ground.js";
import { HighlightsLayer } from "./highlights.js";
import { Inspector } from "./inspector.js";
import { listenToKeys } from "./keys.js";
import { ControlLayer } from "./layers.js";
import { QUIET, findMap, hush, letGo } from "./leaflet.js";
import { Legend } from "./legend.js";
import { ConvoysLayer, ProductionLayer, StraitsLayer } from "./marks.js";
import { NoteViews } from "./note_views.js";
import { NotesLayer } from "./notes.js";
import { NumbersLayer, PlacesLayer } from "./places.js";
import { SupplyLayer, ZonesLayer } from "./overlays.js";
import { openSession, referredModel } from "./session.js";
import { Sheet } from "./sheet.js";
import { UnitsLayer } from "./stacks.js";
import { StrengthLayer } from "./strength.js";
import { TheatresLayer } from "./theatres.js";
import { ThreatLayer } from "./threat.js";
import { unpack } from "./timeline.js";
import { Views } from "./views.js";
import { MovementLayer } from "./ways.js";

// The classes of the layers by id, in the order in which they paint: who comes first takes room
// first. (From bottom to top they lie in the order of the sheet's groups.)
const LAYERS = {
  control: ControlLayer,
  terrain: TerrainLayer,
  countries: CountriesLayer,
  numbers: NumbersLayer,
  neutrals: NeutralsLayer,
  theatres: TheatresLayer,
  zones: ZonesLayer,
  strength: StrengthLayer,
  units: UnitsLayer,
  supply: SupplyLayer,
  holders: HoldersLayer,
  conditions: ConditionsLayer,
  threat: ThreatLayer,
  straits: StraitsLayer,
  places: PlacesLayer,
  cities: CitiesLayer,
  production: ProductionLayer,
  convoys: ConvoysLayer,
  values: ValuesLayer,
  fronts: FrontsLayer,
  movement: MovementLayer,
  battles: BattlesLayer,
  notes: NotesLayer,
};

class Painter {
  constructor(model, session, map, { lines, backdrop }, signal) {
    Object.assign(this, { model, session, map, lines, signal });
    this.container = map.getContainer();
    this.earth = backdrop && new Earth(this, backdrop);
    this.sheet = new Sheet(map, model);
    this.rules = this.addRules(model.get("anchors").length, model.get("prefix"));
    // What changed is on while Python tells of some, and takes room before all others.
    this.layers = new Map([
      ["changes", new ChangesLayer(this, "changes")], ["highlights", new HighlightsLayer(this, "highlights")],
    ]);
    const known = new Set(model.get("legend").map(({ id }) => id));
    for (const [id, Kind] of Object.entries(LAYERS)) {
      if (known.has(id)) this.layers.set(id, new Kind(this, id));
    }
    this.inspector = new Inspector(this);
    this.legend = new Legend(this, signal);
    this.views = new Views(this, signal);
    this.noteViews = new NoteViews(this, signal);
    this.shown = this.wanted();
    this.addKeys();
    this.heedWheel();
    this.listen();
    new Follow(this, signal);
    signal.addEventListener("abort", () => {
      this.sheet.remove();
      this.earth?.remove();
    });
  }

  /** One rule a space, changed in place: paths may come and go, their colour stays right. */
  addRules(count, prefix) {
    const style = make("style");
    this.container.append(style);
    this.signal.addEventListener("abort", () => style.remove());
    return Array.from({ length: count }, (_, i) => {
      style.sheet.insertRule(`.${prefix}-${i} { fill: none }`, i);
      return style.sheet.cssRules[i].style;
    });
  }

  addKeys() {
    const { container, map } = this;
    const doing = {
      "+": () => map.zoomIn(), "=": () => map.zoomIn(), "-": () => map.zoomOut(),
      0: () => this.fit(), r: () => this.views.reset(), l: () => this.legend.toggle(),
    };
    for (const { id, key } of this.model.get("legend")) {
      doing[key] = () => this.set(id, { on: !this.model.get("layers")[id].on });
    }
    container.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey, target }) => {
      const typing = target.closest("select, textarea, input:not([type=checkbox])");
      if (!ctrlKey && !metaKey && !altKey && !typing) doing[key]?.();
    }, { signal: this.signal });
    container.setAttribute("tabindex", "0");
    container.setAttribute("role", "application");
    container.setAttribute("aria-label", "Board");
    listenToKeys(container, this.session, this.signal);
  }

  listen() {
    const { map, container, model } = this;
    map.options.wheelPxPerZoomLevel = 180; // one notch of a wheel: half a level
    const left = () => !this.fitting && this.leave();
    let resetting = false; // Leaflet tells that the zoom has ended, and then of the reset that ended it
    const heard = {
      viewprereset: () => (resetting = true),
      zoomend: () => !resetting && this.arrange(),
      viewreset: () => {
        resetting = false;
        this.arrange();
      },
      zoomanim: (event) => this.animate(event),
      dragstart: left, zoomstart: left,
    };
    map.on(heard);
    const relayer = () => this.relayer();
    const look = () => this.look();
    const placeCard = () => this.placeCard();
    model.on("change:layers", relayer);
    model.on("change:looking", look);
    model.on("change:selected", placeCard);
    const observer = new ResizeObserver(() => {
      if (!this.hasRoom()) return; // JupyterLab hides what is scrolled far away
      map.invalidateSize({ animate: false });
      if (!this.moved) this.fit(this.shown);
    });
    observer.observe(container);
    this.signal.addEventListener("abort", () => {
      map.off(heard);
      model.off("change:layers", relayer);
      model.off("change:looking", look);
      model.off("change:selected", placeCard);
      observer.disconnect();
    });
    if (this.hasRoom()) { // all is laid once, where it is to be seen
      this.held = true;
      map.invalidateSize({ animate: false });
      this.fit(this.shown);
      this.held = false;
    }
    const { session } = this;
    session.listen((what) => {
      if (what === "timeline") {
        this.sheet.read(session.timeline);
        this.earth?.read(session.timeline);
        for (const layer of this.layers.values()) layer.read();
      } else if (what === "grown") {
        this.sheet.timeline = session.timeline;
        for (const layer of this.layers.values()) layer.grow();
      } else if (what !== "position") return;
      if (session.opening) this.noteViews.open(session.chapter);
      else if (what === "timeline") this.arrange();
      else this.paint();
      if (what === "timeline" && !session.opening) this.relayer();
      if (what === "grown") this.inspector.retell();
    }, this.signal);
  }

  /** Paint once, whatever a change of the board does. */
  paintOnce(change) {
    this.held = true;
    change();
    this.held = false;
    this.lay();
    this.relayer();
  }

  /** Show what is wanted; `gently`: keep the zoom, and the place too if one of these points is in sight. */
  look() {
    const { bounds, gently } = this.model.get("looking") ?? {};
    if (!gently) return this.fit(bounds);
    const [[south, west], [north, east]] = bounds;
    const middle = [(south + north) / 2, (west + east) / 2];
    const seen = this.map.getBounds();
    const inside = seen.pad(-0.15);
    if (gently.some((point) => inside.contains(point)) || seen.pad(0.02).contains(this.model.get("views")[0][1])) return undefined;
    this.leave();
    return this.map.setView(middle, this.map.getZoom(), { animate: false });
  }

  /** Another part of the board is seen than was chosen. */
  leave() {
    this.moved = true; // a change of the board's size shall not show the whole board again
    this.views.leave();
  }

  /** What Python wants to be seen, or nothing. */
  wanted() {
    return this.model.get("looking")?.bounds;
  }

  /** Show a part of the world, the whole board if none is given; also when the map is resized. */
  fit(bounds = this.model.get("views")[0][1], margins = this.margins()) {
    this.shown = bounds;
    this.moved = false;
    this.views.tell(bounds);
    if (!this.hasRoom()) return; // it is fitted when it is seen; other views of the map show the same
    this.fitting = true;
    this.map.fitBounds(bounds, { animate: false, ...margins });
    this.fitting = false;
    this.moved = false;
  }

  hasRoom() {
    return this.container.clientWidth > 0 && this.container.clientHeight > 0;
  }

  /** What lies on the board at its edges: the buttons below, the layers at the left while they are open. */
  margins() {
    const { clientWidth, clientHeight } = this.container;
    const { el } = this.legend;
    const left = el.open && clientWidth > 2 * el.offsetWidth + el.offsetLeft ? el.offsetLeft + el.offsetWidth : 0;
    // A board of hexes needs all the room it has for its numbers to be read.
    const below = this.layers.has("numbers") ? 0 : clientHeight - this.views.bar.offsetTop;
    return { paddingTopLeft: [left, 0], paddingBottomRight: [0, below < clientHeight / 3 ? below : 0] };
  }

  /** The wheel zooms where the board has the focus, and else scrolls the notebook that it lies in. */
  heedWheel() {
    const { container, map, signal } = this;
    if (!container.closest(".jp-OutputArea, .output_area")) return; // a page: there is nothing to scroll
    const wheel = map.scrollWheelZoom;
    const heed = () => {
      const large = container.closest(".a4a-projector");
      if (large || container.contains(document.activeElement)) wheel.enable();
      else wheel.disable();
    };
    container.addEventListener("focusin", heed, { signal });
    container.addEventListener("focusout", () => setTimeout(heed), { signal });
    container.addEventListener("pointerenter", heed, { signal });
    container.addEventListener("pointerdown", () => {
      if (!container.contains(document.activeElement)) container.focus({ preventScroll: true });
    }, { signal });
    heed();
  }

  /** Change settings of a layer; Python hears of it. */
  set(id, settings) {
    const layers = this.model.get("layers");
    this.setLayers({ ...layers, [id]: { ...layers[id], ...settings } });
  }

  setLayers(layers) {
    this.model.set("layers", layers);
    try {
      this.model.save_changes();
    } catch (error) {
      console.debug("a4a: no kernel to tell", error);
    }
  }

  /** The layers have been switched. */
  relayer() {
    if (this.held) return;
    for (const layer of this.layers.values()) if (!layer.settings.on) layer.clear();
    this.paint();
    this.legend.show();
  }

  /** Follow Leaflet's zoom animation. */
  animate(event) {
    const transform = this.sheet.animate(event);
    if (transform) this.earth?.animate(transform);
  }

  arrange() {
    if (this.held) return;
    this.lay();
    this.paint();
  }

  /** Find the places of everything at this zoom. */
  lay() {
    this.earth?.arrange();
    this.sheet.arrange();
    for (const layer of this.layers.values()) layer.arrange();
  }

  /** Paint the board as it stands at the session's position; only what changed is touched. */
  paint() {
    this.sheet.clearRoom();
    const covered = this.layers.get("changes").covers;
    const shown = [...this.layers].filter(([id, layer]) => layer.settings.on && !covered.has(id)).map(([, layer]) => layer);
    for (const layer of shown) layer.reserve();
    for (const layer of shown) layer.paint();
    this.sheet.placeNames();
    if (this.model.get("selected") >= 0) this.inspector.show();
    this.legend.follow();
    this.container.dataset.position = this.session.position;
  }

  /** The card of a space lies at the right, or at the left if the space would be under it. */
  placeCard() {
    const space = this.model.get("selected");
    const { card } = this.inspector;
    if (space < 0 || card.hidden) return;
    const { x, y } = this.sheet.points[space];
    const at = this.map.layerPointToContainerPoint([x, y]);
    const { clientWidth } = this.container;
    const under = at.x > clientWidth - card.offsetWidth - 30 && at.y < card.offsetTop + card.offsetHeight + 20;
    card.classList.toggle("a4a-aside", under);
  }
}

async function render({ model, el }) {
  const ending = new AbortController();
  el.classList.add("a4a-painter");
  const start = async () => {
    const [session, mapModel] = await Promise.all([openSession(model), referredModel(model, "map")]);
    hush(mapModel, (content) => content?.event === "interaction" && QUIET.has(content.type));
    hush(await referredModel(model, "layer"), () => true);
    const map = await findMap(mapModel, el, ending.signal);
    if (!map) return;
    ending.signal.addEventListener("abort", () => letGo(map));
    const unpacked = (name) => (model.get(name)?.byteLength ? unpack(model.get(name)) : null);
    const [lines, backdrop] = await Promise.all([unpacked("lines"), unpacked("backdrop")]);
    if (!ending.signal.aborted) new Painter(model, session, map, { lines: lines ?? [], backdrop }, ending.signal);
  };
  start().catch((error) => {
    if (!ending.signal.aborted) el.append(make("pre", { role: "alert" }, `a4a: ${error}`));
  });
  return () => ending.abort();
}

export default { render };
