// Borders of harsh terrain: hachures across the line, which fronts do not hide. The numbers are in
// `harsh.json`, which pictures read too: widths in pixels of the line and of the hachures along it.

import { makeSvg } from "./elements.js";
import { traceLines } from "./fronts.js";
import HARSH from "./harsh.json" with { type: "json" };

/** The hachures of a board; nothing of them changes from step to step. */
export class Hachures {
  constructor(host) {
    this.host = host;
    this.clear();
  }

  clear() {
    this.host.sheet.groups.harsh.replaceChildren();
    this.drawn = false;
  }

  draw(borders) {
    if (this.drawn) return;
    this.drawn = true;
    const { lines, sheet } = this.host;
    borders.forEach(([, , kind], border) => {
      const d = kind === "harsh" ? traceLines(sheet.map, lines[border] ?? []) : "";
      if (d) sheet.groups.harsh.append(makeSvg("g", { "data-border": border }, ...drawHachures(d)));
    });
  }
}

export function drawHachures(d) {
  const look = { d, fill: "none", stroke: HARSH.colour };
  return [
    makeSvg("path", { ...look, "stroke-width": HARSH.line }),
    makeSvg("path", { ...look, "stroke-width": HARSH.teeth, "stroke-dasharray": HARSH.dash.join(" ") }),
  ];
}
