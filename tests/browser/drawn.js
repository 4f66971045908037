// A board on a page of its own, for the test that holds what the browser draws to what pictures draw.

import { make } from "../../a4a/map/static/elements.js";
import painter from "../../a4a/map/static/painter.js";
import { openSession } from "../../a4a/map/static/session.js";
import { Models, readStates } from "../../a4a/pages/static/model.js";

const SHAPES = "path, rect, circle, text";
const ABOUT = "[data-space], [data-border], [data-battle]";
const looks = new Map(); // what is computed of shapes that have the same rules

/** A colour as computed, as #rrggbb; "none" if nothing is seen of it. */
function hex(colour) {
  const [, ...parts] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour) ?? [];
  return parts.length ? `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}` : "none";
}

/** The look of a shape, which hangs on its attributes and on what it stands in and after. */
function lookOf(shape) {
  const row = [...shape.parentNode.children];
  const near = row.slice(0, row.indexOf(shape) + 1).map((one) => one.getAttribute("class")).join();
  const own = ["fill", "stroke", "stroke-width", "stroke-dasharray"].map((name) => shape.getAttribute(name)).join();
  const key = `${shape.localName} ${shape.parentNode.getAttribute("class")} ${near} ${own}`;
  if (!looks.has(key)) {
    const { fill, stroke, strokeWidth, strokeDasharray } = getComputedStyle(shape);
    const wide = Number.parseFloat(strokeWidth);
    looks.set(key, { fill: hex(fill), stroke: hex(stroke), wide, dashed: strokeDasharray !== "none" });
  }
  return looks.get(key);
}

/** A shape as it is seen: its look, its text or path, how high it is. */
function seen(shape) {
  const [text, d, height] = [shape.textContent, shape.getAttribute("d"), shape.getAttribute("height")];
  return { kind: shape.localName, told: d ?? text, height: Number(height), ...lookOf(shape) };
}

/** What is drawn in a group of the sheet: the shapes by what they are about. */
function drawnIn(group, aboutOf) {
  const found = {};
  for (const node of group.querySelectorAll(ABOUT)) {
    const shapes = node.matches(SHAPES) ? [node] : [...node.querySelectorAll(SHAPES)];
    (found[aboutOf(node)] ??= []).push(...shapes.map(seen));
  }
  return found;
}

async function open() {
  const models = new Models(await readStates());
  const board = models.named("board");
  const place = document.getElementById("a4a-board");
  const map = L.map(place.appendChild(make("div", { class: "a4a-map" })), { zoomSnap: 0, zoomAnimation: false });
  map.setView([40, 20], 3);
  models.named("map").views = { page: Promise.resolve({ obj: map, el: map.getContainer() }) };
  const session = await openSession(board);
  painter.render({ model: board, el: place.appendChild(make("div")) });
  const aboutOf = ({ dataset: { space, border, battle } }) => space ?? border ?? session.timeline.battles[battle].space;
  globalThis.board = {
    isShown: () => "position" in map.getContainer().dataset,
    /** What is drawn in groups of the sheet at positions, as JSON. */
    drawn: ({ layers, zoom, positions, groups }) => {
      board.set("layers", layers);
      map.setZoom(zoom, { animate: false });
      const all = positions.map((position) => {
        session.go(position);
        return groups.map((name) => drawnIn(place.querySelector(`.a4a-${name}`), aboutOf));
      });
      return JSON.stringify(all);
    },
    /** The spaces whose badges stand out beyond the left or right edge of the board. */
    beyond: () => {
      const [[, [[, west], [, east]]]] = board.get("views");
      const { left } = map.getContainer().getBoundingClientRect();
      const [from, to] = [west, east].map((lng) => left + map.latLngToContainerPoint([0, lng]).x);
      return [...place.querySelectorAll(".a4a-badges [data-space]")].filter((node) => {
        const box = node.getBoundingClientRect();
        return box.left < from || box.right > to;
      }).map(aboutOf);
    },
  };
}

open();
