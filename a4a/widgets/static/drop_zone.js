// A place to drop a file on, or to choose one with the keyboard; its bytes go to the kernel.

import { make } from "../../map/static/elements.js";

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  const input = make("input", { type: "file", accept: ".tsvg,.a4a" });
  const status = make("div", { role: "status" });
  const label = make("label", {}, "Drop a TripleA save (.tsvg) or an .a4a file here, or choose one: ", input);
  el.classList.add("a4a-drop");
  el.replaceChildren(label, status);

  const tell = (text, refused = false) => {
    status.textContent = text;
    status.classList.toggle("a4a-fault", refused);
  };
  const take = async (file) => {
    const most = model.get("most");
    if (file.size > most) {
      tell(`${file.name} is too large: at most ${most.toLocaleString("en")} bytes can be dropped`, true);
      return;
    }
    tell(`Reading ${file.name} …`);
    model.send({ name: file.name }, undefined, [await file.arrayBuffer()]);
  };
  const over = (event) => {
    event.preventDefault(); // else the browser would leave the page for the file
    event.stopPropagation();
    el.classList.toggle("a4a-drop-over", event.type === "dragover");
  };
  for (const type of ["dragenter", "dragover", "dragleave"]) el.addEventListener(type, over, { signal });
  el.addEventListener("drop", (event) => {
    over(event);
    const [file] = event.dataTransfer.files;
    if (file) take(file);
  }, { signal });
  input.addEventListener("change", () => {
    const [file] = input.files;
    if (file) take(file);
    input.value = "";
  }, { signal });
  const say = () => tell(...model.get("said"));
  model.on("change:said", say);
  signal.addEventListener("abort", () => model.off("change:said", say));
  say();
  return () => ending.abort();
}

export default { render };
