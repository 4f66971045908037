// Questions of an exercise: a number, a choice, a space on the map, an order of things, prose.

import { make } from "../../map/static/elements.js";
import { commentElement } from "../../map/static/prose.js";
import { actButton, onEnter } from "./asking.js";

const SAID = new Map([[true, ["✓", "right"]], [false, ["✗", "not right"]], [null, ["…", "kept"]]]);

/** A question with what answers it; `hands` answers, and lets a space be picked on the board. */
export function questionElement(question, hands, signal) {
  const text = commentElement({ prose: question.text, text: "" });
  const form = FORMS[question.kind](question, hands, signal);
  const el = make("div", { class: "a4a-question", "data-question": question.id, role: "group" }, text, form, ...judged(question));
  el.setAttribute("aria-label", text.textContent.slice(0, 200));
  return el;
}

function judged({ answer, met, why, after }) {
  if (answer === null) return [];
  const [sign, said] = SAID.get(met);
  const parts = [make("p", { class: "a4a-answered", "data-met": String(met), role: "status" },
    make("span", { class: "a4a-met", role: "img", "aria-label": said }, sign), ` ${why || said}`)];
  if (after) parts.push(commentElement({ prose: after, text: "" }));
  return parts;
}

function numberForm({ answer, unit }, { answer: give }, signal) {
  const field = make("input", { type: "text", inputmode: "decimal", "aria-label": unit ? `Number, in ${unit}` : "Number", ".value": answer === null ? "" : String(answer) });
  const act = () => give(field.value);
  onEnter(field, act, signal);
  return make("div", { class: "a4a-row" }, field, ...(unit ? [unit] : []), actButton("Answer", "Answer with this number", act, signal));
}

function choiceForm({ answer, items }, { answer: give }, signal) {
  return make("div", { class: "a4a-row" }, ...items.map((item) =>
    actButton(item, `Answer: ${item}`, () => give(item), signal, String(item === answer))));
}

function spaceForm({ answer }, { answer: give, pick }, signal) {
  const field = make("input", { type: "text", "aria-label": "Name of the space", placeholder: "a space of the board", ".value": answer ?? "" });
  const act = () => give(field.value.trim());
  onEnter(field, act, signal);
  const parts = [field, actButton("Answer", "Answer with this space", act, signal)];
  if (pick) {
    const picker = actButton("Pick on the board", "Then click the space on the board", () => {
      picker.setAttribute("aria-pressed", "true");
      pick((space) => {
        picker.setAttribute("aria-pressed", "false");
        field.value = space;
        field.focus({ preventScroll: true });
      });
    }, signal, "false");
    parts.unshift(picker);
  }
  return make("div", { class: "a4a-row" }, ...parts);
}

function rankingForm({ answer, items }, { answer: give }, signal) {
  const order = [...(answer ?? items)];
  const list = make("ol", { class: "a4a-ranking" });
  const move = (at, by) => {
    const to = at + by;
    if (to < 0 || to >= order.length) return;
    [order[at], order[to]] = [order[to], order[at]];
    build();
    list.children[to].querySelectorAll("button")[by < 0 ? 0 : 1].focus({ preventScroll: true });
  };
  const build = () => list.replaceChildren(...order.map((item, at) => make("li", {},
    make("span", {}, item),
    actButton("↑", `Put ${item} before the one above it`, () => move(at, -1), signal),
    actButton("↓", `Put ${item} after the one below it`, () => move(at, 1), signal))));
  build();
  return make("div", {}, list, actButton("Answer", "Answer with this order", () => give(order), signal));
}

function proseForm({ answer, words }, { answer: give }, signal) {
  const field = make("textarea", { rows: 3, maxlength: 20000, "aria-label": "Your answer", ".value": answer ?? "" });
  const count = make("span", { class: "a4a-muted" });
  const tell = () => {
    const number = field.value.split(/\s+/).filter(Boolean).length;
    count.textContent = words > 1 ? `${number} of ${words} words` : `${number} word${number === 1 ? "" : "s"}`;
  };
  field.addEventListener("input", tell, { signal });
  field.addEventListener("keydown", (event) => event.stopPropagation(), { signal });
  tell();
  return make("div", {}, field, make("div", { class: "a4a-row" }, actButton("Keep", "Keep what is written", () => give(field.value), signal), count));
}

const FORMS = { number: numberForm, choice: choiceForm, space: spaceForm, ranking: rankingForm, prose: proseForm };
