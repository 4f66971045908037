// Findings of an audit: how one is told in the log, and the bar that goes from one to the next. What
// a finding says is text; how grave it is, a word and a sign say, not the colour alone.

import { make } from "../../map/static/elements.js";

const GRAVITY = { illegal: "✖", dubious: "?", "engine option": "⚙", unknown: "…" };

/** One finding, as an element. */
export function findingOf({ severity, rule, cites, topic, what, says, difference }) {
  const known = severity in GRAVITY;
  const kind = known ? severity.replace(" ", "-") : "unknown";
  const badge = make("b", { class: "a4a-severity" }, `${GRAVITY[severity] ?? ""} ${severity}`);
  const source = [rule, cites].filter(Boolean).join(", ");
  const money = difference ? ` (${difference > 0 ? "+" : ""}${difference})` : "";
  return make(
    "p", { class: `a4a-finding a4a-finding-${kind}`, title: `Audit: ${topic}` }, badge, " ",
    ...(source ? [make("span", { class: "a4a-rule" }, source), " "] : []),
    make("bdi", { class: "a4a-words" }, `${what}: ${says}${money}`),
  );
}

/** The bar over a log: how many findings there are, the one before and the one after. */
export function findingsBar(session, signal) {
  const count = make("span", {});
  const more = make("span", { class: "a4a-found a4a-muted" });
  const back = make("button", { type: "button", "aria-label": "Previous finding", title: "Previous finding" }, "‹");
  const on = make("button", { type: "button", "aria-label": "Next finding", title: "Next finding" }, "›");
  const pair = make("div", { class: "a4a-pair", role: "group", "aria-label": "Findings" }, back, count, on);
  const bar = make("div", { class: "a4a-bar a4a-findings", ".hidden": true }, pair, more);
  const stops = () => [...new Set(session.findings.map(({ at }) => at))];
  const before = () => stops().filter((at) => at < session.position).at(-1);
  const after = () => stops().find((at) => at > session.position);
  back.addEventListener("click", () => before() !== undefined && session.go(before()), { signal });
  on.addEventListener("click", () => after() !== undefined && session.go(after()), { signal });
  const show = () => {
    const { findings, position } = session;
    bar.hidden = findings.length === 0;
    if (bar.hidden) return;
    const illegal = findings.filter(({ severity }) => severity === "illegal").length;
    const here = session.findingsAt(position).length;
    count.textContent = `${findings.length} finding${findings.length === 1 ? "" : "s"}`;
    more.textContent = `${illegal || "none"} illegal${here ? `, ${here} here` : ""}`;
    more.title = more.textContent;
    // Not `disabled`: the focus would be lost at the last one.
    back.setAttribute("aria-disabled", String(before() === undefined));
    on.setAttribute("aria-disabled", String(after() === undefined));
  };
  session.listen((what) => what !== "play" && show(), signal);
  return bar;
}
