// The annotator: what was written at the current node, an editor for more, and the list of all. The
// kernel keeps, checks and saves; the page asks it and shows what came of it.

import { make } from "../../map/static/elements.js";
import { listenToKeys } from "../../map/static/keys.js";
import { followLinks } from "../../map/static/prose.js";
import { openSession } from "../../map/static/session.js";
import { Asking, actButton } from "./asking.js";
import { NoteEditor } from "./note_editor.js";
import { NoteList } from "./note_list.js";
import { NotesHere } from "./notes_here.js";

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  openSession(model).then((session) => {
    if (!signal.aborted) buildAnnotator(model, session, el, signal);
  });
  return () => ending.abort();
}

function buildAnnotator(model, session, el, signal) {
  el.classList.add("a4a-annotator");
  listenToKeys(el, session, signal);
  followLinks(el, session, signal);
  // Or JupyterLab takes the new line that Enter makes, for cells.
  el.addEventListener("beforeinput", (event) => event.stopPropagation(), { signal, capture: true });
  const asking = new Asking(model, signal);
  const editable = model.get("editable");
  const look = () => editable && model.send({ do: "look" });
  el.addEventListener("pointerenter", look, { signal });
  const here = new NotesHere(model, session, asking, signal);
  const editor = editable ? new NoteEditor(model, session, asking, signal) : null;
  if (editor) here.el.append(editor.el);
  const list = new NoteList(session, el, signal);
  el.replaceChildren(here.el, list.el);
  if (editable) el.append(savingBar(model, asking, signal));
  const layOut = () => {
    const reading = model.get("reading");
    el.classList.toggle("a4a-reading", reading);
    el.classList.toggle("a4a-writing", editable && !reading);
    if (editor) editor.el.hidden = reading;
  };
  model.on("change:reading", layOut);
  signal.addEventListener("abort", () => model.off("change:reading", layOut));
  layOut();
  session.listen((what) => {
    if (what === "play") return;
    if (what !== "position") list.build();
    here.show(what !== "position");
    editor?.show();
    list.show();
  }, signal);
}

/** Whether what is written is in a file; if not, why, and a name for one. */
function savingBar(model, asking, signal) {
  const status = make("span", { class: "a4a-saved" });
  const name = make("input", { type: "text", "aria-label": "Name of the file", maxlength: 200 });
  const ask = (given) => asking.ask({ do: "save", name: given });
  const save = actButton("Save as", "Save the game under this name", () => ask(name.value.trim()), signal);
  const again = actButton("Try again", "Save to the same file", () => ask(""), signal);
  name.addEventListener("keydown", (event) => event.key === "Enter" && ask(name.value.trim()), { signal });
  const bar = make("div", { class: "a4a-row a4a-saving" }, status, name, save, again);
  const show = () => {
    const { file, saved, fault, offer } = model.get("saving");
    status.textContent = fault ? `Not saved: ${fault}` : saved ? `Saved in ${file}` : `Not saved yet${file ? ` in ${file}` : ""}`;
    bar.dataset.state = fault ? "fault" : saved ? "saved" : "unsaved";
    name.hidden = save.hidden = offer === "";
    if (document.activeElement !== name) name.value = offer;
    again.hidden = file === "" || saved;
  };
  model.on("change:saving", show);
  signal.addEventListener("abort", () => model.off("change:saving", show));
  show();
  return bar;
}

export default { render };
