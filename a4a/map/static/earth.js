// The earth under the spaces, of boards that have a backdrop: land in the colours of who holds it,
// terrain and rivers on it, and the water over all that, so that a coastal hex shows its holder on
// land only. The spaces themselves lie above, seen through: their lines, and what can be pointed at.
//
// Colours and textures are in `earth.json` (EARTH), which pictures read too. Paths come from
// `a4a.map.backdrop` in steps of the world, and are scaled by one transform: zooming makes none anew.

import { makeSvg } from "./elements.js";
import { Hachures, drawHachures } from "./harsh.js";
import { Layer, legendMark } from "./layers.js";
import EARTH from "./earth.json" with { type: "json" };

const STEPS = 1000; // steps a pixel of the map at zoom 0

export class Earth {
  constructor(host, { kinds, spaces, page }) {
    Object.assign(this, { host, kinds, spaces, page, map: host.map });
    this.prefix = host.model.get("prefix");
    this.groups = {};
    for (const name of ["paper", "shades", "terrain", "tints", "texture", "countries", "rivers", "lines", "water", "seas", "shore"]) {
      this.groups[name] = makeSvg("g", { class: `a4a-earth-${name}` });
    }
    this.patterns = makeSvg("defs");
    this.scaled = makeSvg("g", {}, this.patterns, ...Object.values(this.groups));
    this.svg = makeSvg("svg", { class: "a4a-earth leaflet-zoom-animated", "aria-hidden": "true" }, this.scaled);
    const pane = this.map.getPane("a4a-earth") ?? this.map.createPane("a4a-earth");
    pane.style.zIndex = 350; // below the spaces
    pane.style.pointerEvents = "none";
    pane.append(this.svg);
    for (const [name, colour] of Object.entries(EARTH)) {
      if (typeof colour === "string") host.container.style.setProperty(`--a4a-${name}`, colour);
    }
    host.container.style.setProperty("--a4a-owned", EARTH.owned);
    host.container.classList.add("a4a-with-earth");
    this.draw();
  }

  remove() {
    this.svg.remove();
    this.host.container.classList.remove("a4a-with-earth");
  }

  /** All that never changes. */
  draw() {
    const { land = "", lake = "", river = "", ...shades } = this.kinds;
    const [x, y, width, height] = this.page;
    const far = width; // land may reach past the spaces: the water lies round it too
    const sea = `M${x - far} ${y - far}h${width + 2 * far}v${height + 2 * far}h${-width - 2 * far}Z`;
    const { paper, shades: soft, water, shore, rivers } = this.groups;
    paper.append(makeSvg("path", { d: land }));
    for (const [kind, d] of Object.entries(shades)) {
      const { ground } = EARTH.terrains[kind] ?? {};
      if (ground) soft.append(makeSvg("path", { d, fill: ground }));
    }
    water.append(makeSvg("path", { d: sea + land + lake }));
    shore.append(makeSvg("path", { d: land + lake }));
    rivers.append(makeSvg("path", { d: river, class: "a4a-course" }));
  }

  /** What hangs on the timeline: which spaces are land, and their terrain. */
  read(timeline) {
    const { tints, seas, texture, terrain } = this.groups;
    for (const group of [tints, seas]) group.replaceChildren();
    const grounds = new Map();
    timeline.spaces.forEach(({ kind, terrain: what }, space) => {
      const onLand = kind === "land" || kind === "coast";
      (onLand ? tints : seas).append(makeSvg("path", { d: this.spaces[space], class: `${this.prefix}-${space}` }));
      if (onLand && EARTH.terrains[what]) grounds.set(what, (grounds.get(what) ?? "") + this.spaces[space]);
    });
    this.patterns.replaceChildren();
    terrain.replaceChildren();
    texture.replaceChildren();
    for (const [what, d] of grounds) {
      const look = EARTH.terrains[what];
      terrain.append(makeSvg("path", { d, fill: look.ground }));
      if (!look.ink) continue;
      const id = `${this.prefix}-terrain-${what}`;
      this.patterns.append(terrainPattern(look, { id, patternTransform: `scale(${this.tile()})` }));
      texture.append(makeSvg("path", { d, fill: `url("#${id}")` }));
    }
  }

  /** How large a texture is, in steps: four tiles and a bit across a typical space. */
  tile() {
    return (this.typical() * STEPS) / 3.6 / EARTH.tile;
  }

  /** How wide a typical space is, in pixels at zoom 0. */
  typical() {
    const widths = this.host.model.get("anchors").map(([, , , west, , east]) => east - west).sort((a, b) => a - b);
    return (widths[widths.length >> 1] * 256) / 360;
  }

  /** Lay it where the map is now. */
  arrange() {
    const { map, scaled, svg } = this;
    const origin = map.getPixelOrigin();
    svg.style.transform = "";
    // Where all is small, thick lines would hide it.
    svg.style.setProperty("--a4a-pen", Math.max(0.5, Math.min(1.2, this.typical() * 2 ** map.getZoom() / 45)).toFixed(2));
    scaled.setAttribute("transform", `translate(${-origin.x},${-origin.y}) scale(${2 ** map.getZoom() / STEPS})`);
  }

  /** Follow Leaflet's zoom animation, as the sheet does. */
  animate(transform) {
    this.svg.style.transform = transform;
  }

  /** A line of [latitude, longitude, latitude ...] as a path. */
  pathOf(line) {
    let d = "";
    for (let i = 0; i < line.length; i += 2) {
      const { x, y } = this.map.project([line[i], line[i + 1]], 0);
      d += `${i ? "L" : "M"}${Math.round(x * STEPS)} ${Math.round(y * STEPS)}`;
    }
    return d;
  }
}

/** A tile of a terrain's texture. */
function terrainPattern({ ink, line, fill, dots }, attributes) {
  const size = EARTH.tile;
  const parts = [];
  if (fill) parts.push(makeSvg("path", { d: fill, fill: ink }));
  if (line) parts.push(makeSvg("path", { d: line, fill: "none", stroke: ink, "stroke-width": 1.3 }));
  if (dots) parts.push(makeSvg("path", { d: dots, fill: "none", stroke: ink, "stroke-width": 2, "stroke-linecap": "round" }));
  return makeSvg("pattern", { width: size, height: size, patternUnits: "userSpaceOnUse", ...attributes }, ...parts);
}

/** A layer that only shows or hides groups of the earth. */
class EarthLayer extends Layer {
  get earth() {
    return this.host.earth;
  }

  grow() {}

  clear() {
    for (const name of this.shows) if (this.earth) this.earth.groups[name].style.display = "none";
  }

  paint() {
    for (const name of this.shows) if (this.earth) this.earth.groups[name].style.display = "";
  }
}

/** Terrain: colour and texture of each space, rivers along their sides, harsh borders. */
export class TerrainLayer extends EarthLayer {
  shows = ["terrain", "texture", "shades", "rivers"];

  begin() {
    this.hachures = new Hachures(this.host);
  }

  arrange() {
    this.hachures.clear();
  }

  clear() {
    super.clear();
    this.hachures.clear();
  }

  paint() {
    super.paint();
    this.hachures.draw(this.timeline.borders);
  }

  read() {
    this.hachures.clear();
    const { rivers } = this.earth?.groups ?? {};
    if (!rivers) return;
    rivers.querySelector(".a4a-hexside")?.remove();
    const lines = this.timeline.borders.flatMap(([, , kind], i) => (kind === "river" ? this.host.lines[i] ?? [] : []));
    rivers.append(makeSvg("path", { d: lines.map((line) => this.earth.pathOf(line)).join(""), class: "a4a-hexside" }));
  }

  legend() {
    const there = new Set(this.timeline.spaces.map(({ terrain }) => terrain));
    const rows = Object.entries(EARTH.terrains).filter(([what]) => there.has(what)).map(([what, look]) => {
      const id = `${this.sheet.prefix}-sample-${what}`;
      const swatch = { x: -11, y: -7, width: 22, height: 14, stroke: "#5d6b76", "stroke-width": 0.8 };
      return legendMark(what, [
        makeSvg("defs", {}, terrainPattern(look, { id, patternTransform: "translate(-11,-7) scale(0.7)" })),
        makeSvg("rect", { ...swatch, fill: look.ground }),
        makeSvg("rect", { ...swatch, fill: `url("#${id}")` }),
      ], 24, 16);
    });
    if (this.timeline.borders.some(([, , kind]) => kind === "river")) {
      rows.push(legendMark("river along a hexside", [makeSvg("path", { d: "M-10 2L-3-3L3 3L10-2", class: "a4a-side-sample" })], 24, 14));
    }
    if (this.timeline.borders.some(([, , kind]) => kind === "harsh")) {
      rows.push(legendMark("harsh: units may be lost on the way", drawHachures("M-11 0H11"), 24, 14));
    }
    return rows;
  }
}

/** Lines between the countries that spaces belong to, and those that are printed and have a name. */
export class CountriesLayer extends EarthLayer {
  shows = ["countries", "lines"];

  read() {
    const { borders, lines, spaces } = this.timeline;
    const parts = borders.flatMap(([a, b], i) => {
      const [one, other] = [spaces[a].region, spaces[b].region];
      return one && other && one !== other ? this.host.lines[i] ?? [] : [];
    });
    const along = (ways) => ways.map((way) => this.earth.pathOf(way)).join("");
    const d = along(parts);
    this.earth.groups.countries.replaceChildren(
      makeSvg("path", { d, class: "a4a-country-casing" }), makeSvg("path", { d, class: "a4a-country" }),
    );
    // Dots with a pale rim, between which a river along the same side is seen.
    this.earth.groups.lines.replaceChildren(...lines.flatMap(([name, run]) => dotted({
      d: along(run.flatMap((i) => this.host.lines[i] ?? [])), "data-line": name,
    })));
  }

  legend() {
    const d = "M-11 0H11";
    return [
      legendMark("border of a country or territory", [
        makeSvg("path", { d, class: "a4a-country-casing" }), makeSvg("path", { d, class: "a4a-country" }),
      ], 24, 12),
      ...this.timeline.lines.map(([name]) => legendMark(name, dotted({ d }), 24, 12)),
    ];
  }
}

const dotted = (path) => ["a4a-line-casing", "a4a-line"].map((look) => makeSvg("path", { ...path, class: look }));
