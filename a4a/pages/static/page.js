// The page: its stages, and an address for every moment (`#node=123`, of a study `#chapter=3&node=29`).

import { make } from "../../map/static/elements.js";
import { Chapters } from "./chapters.js";
import { Models, readStates } from "./model.js";
import { Stage } from "./stage.js";

const ADDRESS = /^#(?:chapter=(\d{1,9}))?&?(?:node=(\d{1,15}))?$/;

/** Keep the address and the moment shown together, and offer a link to it. */
class Moments {
  constructor() {
    this.link = document.getElementById("a4a-link");
    this.answer = document.getElementById("a4a-answer");
    this.link.addEventListener("click", (event) => this.copy(event));
  }

  /** Go where the address says: `goTo` takes a chapter and a node, null where it names none. */
  follow(goTo) {
    const go = async () => {
      const [, chapter, node] = ADDRESS.exec(location.hash) ?? [];
      if (chapter === undefined && node === undefined) return;
      const number = (text) => (text === undefined ? null : Number(text));
      this.answer.textContent = await goTo(number(chapter), number(node));
    };
    addEventListener("hashchange", go);
    return go();
  }

  async copy(event) {
    event.preventDefault();
    try {
      history.replaceState(null, "", this.link.hash);
      await navigator.clipboard.writeText(location.href);
      this.answer.textContent = "Copied";
    } catch {
      this.answer.textContent = `Copy it from the address bar: it ends in ${this.link.hash}`;
    }
  }

  /** Tell the moments of a session. */
  tell(session) {
    session.listen((what) => {
      if (what === "play") return;
      const chapter = session.chapter?.id ? `chapter=${session.chapter.id}&` : "";
      this.link.setAttribute("href", `#${chapter}node=${session.node}`);
      if (what === "position") this.answer.textContent = "";
    });
  }
}

/** Tell the styles of the views which theme it is, as JupyterLab does. */
function followTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const tell = () => (document.body.dataset.jpThemeLight = String(!dark.matches));
  dark.addEventListener("change", tell);
  tell();
}

/** Show a node; what to say if there is none. */
function shown(session, node) {
  return session.goTo(node) ? "" : `This page has no node ${node}`;
}

async function showPage() {
  if (!("DecompressionStream" in globalThis)) throw new Error("this browser is too old for it");
  followTheme();
  const models = new Models(await readStates());
  const panels = document.querySelector(".a4a-panels");
  const moments = new Moments();
  const stages = models.named("page").get("stages");
  if (stages[0].length > 0) {
    const chapters = new Chapters(models, stages, panels, (session) => moments.tell(session));
    await chapters.open();
    await moments.follow((chapter, node) => chapters.goTo(chapter, node));
    return;
  }
  const opening = [];
  await Stage.open(models, panels, "", (session) => {
    opening.push(moments.follow((_, node) => shown(session, node)));
    moments.tell(session);
  });
  await Promise.all(opening);
}

showPage().catch((error) => {
  document.querySelector("main").prepend(make("p", { role: "alert" }, `This page cannot be shown: ${error.message}`));
  throw error;
});
