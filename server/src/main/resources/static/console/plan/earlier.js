// Plans that were made before, once somebody wants to see them.
import { getPage } from "../api.js";
import { h, pager, table } from "../dom.js";
import { attempt } from "../notice.js";
import { euros, moment, shortId } from "../text.js";

const MOST = 10;

/** One list for a page that is drawn again and again: it stays open while a person reads it. */
export function earlier(name) {
  const list = h("div", { class: "grid" });
  const first = `/applications/${name}/plans?most=${MOST}`;
  let shown = first;
  async function show(path) {
    shown = path;
    const { items, next } = await getPage(path);
    list.replaceChildren(table("Plans, newest first", ["Plan", "Generation", "Made", "Changes", "Price", "Result"], items.map(row),
        [1, 3, 4]),
      pager("plans", path === first ? null : () => show(first), next && (() => show(next))));
  }
  const summary = h("summary", {}, h("h2", {}, "All plans"));
  const element = h("details", { class: "card", ontoggle: () => element.open && !list.children.length && attempt(summary,
      () => show(first)) }, summary, list);
  return { element, refresh: () => element.open && attempt(summary, () => show(shown)) };
}

function row(plan) {
  const placed = plan.outcome === "PLANNED";
  return [h("code", { title: plan.id }, shortId(plan.id)), placed ? plan.generation : "", moment(plan.madeAt),
      placed ? plan.diff.instances.length : "",
    plan.report ? euros(plan.report.costCentsPerMonth) : "", became(plan)];
}

function became({ outcome, rejection, changes }) {
  if (rejection) return [h("span", { class: "tag bad" }, "rejected"), ` by ${rejection.name}, `, moment(rejection.at),
      rejection.reason && [": ", h("q", {}, rejection.reason)]];
  if (outcome !== "PLANNED") return h("span", { class: "tag bad" }, "no placement");
  return h("span", { class: "muted" }, changes ? "not rejected" : "changes nothing");
}
