// What the server decided by itself: by which rule, on which figures, and what it did then.
import { getAll, getAllOrNull, getPage } from "../api.js";
import { choice, h, pager, table } from "../dom.js";
import { subscribe } from "../live.js";
import { moment } from "../text.js";
import { curves } from "./curves.js";
import { ownRules, writtenRules } from "./rules.js";
import { timeline, verdict } from "./timeline.js";

const look = { application: "", rule: "" };
const MOST = 50;

export async function adaptationView() {
  const applications = (await getAll("/applications")).map((one) => one.name);
  const root = h("div", { class: "grid" });
  let shown = first();
  function first() {
    const filters = new URLSearchParams({ most: MOST, ...(look.application && { application: look.application }),
        ...(look.rule && { rule: look.rule }) });
    return `/decisions?${filters}`;
  }
  async function show(path) {
    shown = path;
    const [{ items, next }, rules, written] = await Promise.all([getPage(path), getAll("/rules"),
        look.application ? getAllOrNull(`/applications/${look.application}/rules`).then((found) => found ?? []) : null]);
    const set = (key) => (value) => { look[key] = value; show(first()); };
    const newer = shown === first() ? null : () => show(first());
    root.replaceChildren(tools(applications, rules, set), ...(items.length ? [timeline(items)] : []),
        curves(look.application, items), decisions(items),
        pager("decisions", newer, next && (() => show(next))), writtenRules(look.application, written), ownRules(rules));
  }
  await show(shown);
  const end = subscribe((event) => {
    if (event.type === "decision" && shown === first()) show(shown);
  });
  return { elements: [heading(), root], leave: end };
}

function heading() {
  return h("div", { class: "head" }, h("div", { class: "title" }, h("h1", {}, "Adaptation"),
    h("p", {}, "Decisions of the server, newest first: the rule, the figures that caused it, and the action. "
      + "The audit log contains the requests of people."),
    h("p", { class: "note", role: "note" },
        "Below: the built-in rules, and the rules in models. How far the server acts by itself: caravan autonomy, caravan freeze.")));
}

function tools(applications, rules, set) {
  const options = (all, values) => ({ "": all, ...Object.fromEntries(values.map((value) => [value, value])) });
  return h("section", { class: "card tools-card", "aria-label": "What to show" }, h("div", { class: "tools" },
    choice("Application", [["", options("All", applications)]], look.application, set("application")),
    choice("Rule", [["", options("All", rules.map((one) => one.rule))]], look.rule, set("rule"))));
}

function decisions(items) {
  if (!items.length) return h("section", { class: "card" }, h("p", { class: "hint" }, "Nothing was decided yet that these filters show."));
  return h("section", { class: "card" }, table("Decisions, newest first", ["When", "Rule", "Seen", "Figures", "Verdict", "Done"],
      items.map((one) => [
    moment(one.at),
    [h("code", {}, one.rule), h("div", { class: "muted small" }, one.ruleText)],
    [one.application && h("strong", {}, `${one.application}: `), one.cause, one.subjects.length > 0 && h("details", { class: "small" },
        h("summary", {}, `about ${one.subjects.length}`), one.subjects.map((subject) => h("div", { class: "mono" }, subject)))],
    h("ul", { class: "small" }, one.figures.map((figure) => h("li", {},
        `${figure.name}: ${figure.value.toLocaleString("en", { maximumFractionDigits: 2 })} ${figure.unit}`.trim()))),
    [verdict(one.action), one.action?.limit && h("div", { class: "small", title: one.action.limitText }, "limit ",
        h("code", {}, one.action.limit))],
    [one.outcome, one.action?.approvedBy && h("div", { class: "muted small" }, `approved by ${one.action.approvedBy}`),
      one.action?.expiresAt && one.action.state === "PROPOSED" && h("div", { class: "muted small" }, "until ",
          moment(one.action.expiresAt)),
      one.action?.diffText && h("details", { class: "small" }, h("summary", {}, "changes"), h("pre", {}, one.action.diffText))],
  ])));
}
