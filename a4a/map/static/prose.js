// Prose: what `a4a/core/prose.py` has read of Markdown, as elements. Each is made here, of a tag that is listed,
// with text inside: nothing of a record is ever read as HTML.

import { make } from "./elements.js";

const TAGS = new Set(["p", "h5", "h6", "blockquote", "pre", "ul", "ol", "li", "hr", "em", "strong", "code", "a", "br"]);
const WEB = /^(https?:\/\/|mailto:)[!-~]+$/i;
const PLACE = /^#(chapter=[\w.~%-]+(&node=\d{1,15})?|node=\d{1,15})$/;
const DEEP = 16; // elements inside each other

/** The nodes of a tree of prose; what is not as it should be is left out. */
function proseParts(tree, deep = 0) {
  if (!Array.isArray(tree) || deep > DEEP) return [];
  return tree.flatMap((piece) => {
    if (typeof piece === "string") return [piece];
    if (!Array.isArray(piece) || !TAGS.has(piece[0])) return [];
    const [tag, detail, inside] = piece;
    const parts = proseParts(inside, deep + 1);
    if (tag !== "a") return [make(tag, tag === "ol" && /^\d{1,9}$/.test(detail) ? { start: detail } : {}, ...parts)];
    if (PLACE.test(detail)) return [make("a", { href: detail }, ...parts)];
    if (!WEB.test(detail)) return parts;
    // The address can be seen before it is gone to, and learns nothing of where one comes from.
    return [make("a", { href: detail, title: detail, target: "_blank", rel: "noopener noreferrer nofollow" }, ...parts)];
  });
}

/** What a comment says: prose, or its plain text as it is. */
export function commentElement({ prose, text }) {
  if (!prose?.length) return make("bdi", { class: "a4a-words" }, text);
  return make("div", { class: "a4a-prose", dir: "auto" }, ...proseParts(prose));
}

/** The place that a link of prose leads to, as `{chapter, node}` (null: it names none); null for other links. */
function placeOf(link) {
  const href = link?.getAttribute("href") ?? "";
  if (!PLACE.test(href)) return null;
  const told = new URLSearchParams(href.slice(1));
  return { chapter: told.get("chapter"), node: told.has("node") ? Number(told.get("node")) : null };
}

/** Let links to nodes and chapters in a view go there. */
export function followLinks(el, session, signal) {
  el.addEventListener("click", (event) => {
    const link = event.target.closest(".a4a-prose a");
    const place = placeOf(link);
    if (!place || (place.chapter !== null && !session.chapter)) return;
    event.preventDefault(); // a notebook has its own idea of what is after a "#"
    if (place.chapter !== null) session.chapter.visit(Number(place.chapter), place.node);
    else if (!session.goTo(place.node)) link.title = `This game has no node ${place.node}`;
  }, { signal });
}
