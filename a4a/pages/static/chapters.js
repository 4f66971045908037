// The chapters of a study on its page: each is read on the stage of its board, which turns to its game.

import { withheldOf } from "../../widgets/static/withholding.js";
import { Stage } from "./stage.js";

export class Chapters {
  /** From the models, the numbers of the games of each stage, the place of the first; `begun` hears of sessions. */
  constructor(models, games, panels, begun) {
    Object.assign(this, { models, games, begun });
    this.places = games.map((_, i) => (i === 0 ? panels : placeLike(panels)));
    this.stages = [];
    this.contents = games.map((_, i) => models.named(`${prefixOf(i)}contents`));
    games.forEach(([first], i) => this.chart(i, 0, first));
    this.contents.forEach((contents, i) => {
      contents.on("change:chapter", () => this.show(i, contents.get("chapter")));
      contents.on("change:revealed", () => this.reveal(i, contents.get("revealed")));
    });
  }

  /** Show the introduction; the other games of its board are unpacked when there is time. */
  async open() {
    const { session } = await this.stage(0);
    const others = this.games[0].slice(1);
    const prepare = () => {
      if (others.length > 0) session.prepare(this.models.named(`cursor ${others.shift()}`)).then(() => setTimeout(prepare, 50));
    };
    setTimeout(prepare, 200);
  }

  /** A stage, which is made when it is first seen. */
  stage(number) {
    this.stages[number] ??= Stage.open(this.models, this.places[number], prefixOf(number), this.begun);
    return this.stages[number];
  }

  /** Show a chapter that was chosen on a stage: there, or on another. */
  async show(from, id) {
    const game = this.gameOf(id) ?? this.contents[from].get("record"); // the introduction is of any
    const on = this.games.findIndex((games) => games.includes(game));
    const contents = this.contents[on];
    if (on !== from) {
      this.places.forEach((place, i) => (place.hidden = i !== on));
      contents.set("at", this.contents[from].get("at"));
    }
    const stage = await this.stage(on);
    if (contents.get("record") !== game) {
      await stage.turnTo(`cursor ${game}`);
      contents.set("record", game);
    }
    for (const other of this.contents) other.set("chapter", id);
    this.chart(on, id, game);
  }

  /** Chapters are shown whole: on all stages, and in the charts of one. */
  reveal(stage, ids) {
    for (const contents of this.contents) contents.set("revealed", ids);
    this.chart(stage, this.contents[stage].get("chapter"), this.contents[stage].get("record"));
  }

  /** Let a stage have the charts of the line of a chapter, as far as it is told; at the introduction, of the first of a game. */
  chart(stage, id, game) {
    const { charts, charted } = this.models.named("page").values;
    const read = this.chapters.find((chapter) => chapter.id === id);
    const line = read ?? this.chapters.find(({ record }) => record === game);
    const withheld = withheldOf(this.chapters, this.contents[stage].get("revealed"), game, read);
    const drawn = charted[line.id]?.find(([end]) => end === null || withheld.includes(end));
    this.models.named(`${prefixOf(stage)}charts`).set("pictures", drawn ? charts[drawn[1]] : []);
  }

  get chapters() {
    return this.contents[0].get("chapters");
  }

  /** The number of the game of a chapter. */
  gameOf(id) {
    return this.chapters.find((chapter) => chapter.id === id)?.record;
  }

  /** Go to a chapter, or to a node of the game shown; what to say if there is none. */
  async goTo(id, node) {
    const shown = this.places.findIndex((place) => !place.hidden);
    const { session } = await this.stage(shown);
    if (id === null) return session.goTo(node) ? "" : `This chapter's game has no node ${node}`;
    if (id !== 0 && this.gameOf(id) === undefined) return `This study has no chapter ${id}`;
    session.chapter.visit(id, node);
    return "";
  }
}

/** What the names of a stage's models begin with. */
function prefixOf(number) {
  return number === 0 ? "" : `${number}/`;
}

/** Places for the views of another stage, hidden. */
function placeLike(panels) {
  const copy = panels.cloneNode(true);
  for (const el of copy.querySelectorAll("[id]")) el.removeAttribute("id");
  copy.hidden = true;
  panels.parentElement.append(copy);
  return copy;
}
