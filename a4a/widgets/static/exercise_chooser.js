// What forms of exercises choose from.

import { make } from "../../map/static/elements.js";

/** A list of choices with a name. */
export function chooser(name, options) {
  return make("select", { "aria-label": name }, ...options.map(([value, label]) => make("option", { value }, label)));
}
