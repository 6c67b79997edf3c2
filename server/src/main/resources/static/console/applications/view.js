// The first page: every application in one line, what went wrong first.
import { getAll } from "../api.js";
import { empty, h, stateTag, table } from "../dom.js";
import { subscribe } from "../live.js";
import { age, shortId } from "../text.js";

const URGENCY = ["FAILED", "DEGRADED", "DEPLOYING", "MODELLED", "RUNNING", "DESTROYED"];

export async function applicationsView() {
  const root = h("div", { class: "grid" });
  async function draw() {
    root.replaceChildren(...page(await getAll("/applications")));
  }
  await draw();
  let waiting;
  const end = subscribe((event) => {
    if (event.type !== "application" && event.type !== "deployment") return;
    clearTimeout(waiting);
    waiting = setTimeout(draw, 250);
  });
  return { elements: [root], leave: () => { end(); clearTimeout(waiting); } };
}

/** What failed stands first, also where it was undone and runs as before. */
function inOrder(applications) {
  const rank = (one) => (one.lastError ? -1 : URGENCY.indexOf(one.state));
  return [...applications].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

function page(applications) {
  const failed = applications.filter((one) => one.lastError).length;
  const text = applications.length ? `${applications.length} application${applications.length === 1 ? "" : "s"}, `
    + `${applications.reduce((sum, one) => sum + one.instances, 0)} instances. `
    + `${failed ? `${failed} with an error, shown first.` : "None has an error."}` : "";
  const head = h("div", { class: "head" }, h("div", { class: "title" }, h("h1", {}, "Applications"), h("p", {}, text)));
  if (!applications.length) {
    return [head, empty("No application yet", "Write a model here under Models, or send one; its plan then waits for approval.",
        "caravan deploy shop.caravan")];
  }
  return [head, h("section", { class: "card" }, table("Applications, errors first",
      ["Application", "State", "Instances", "Last change", "Follows", "Last error"], inOrder(applications).map(row), [2]))];
}

function row(one) {
  const name = encodeURIComponent(one.name);
  return [
    [h("a", { href: `#/placement/${name}` }, h("strong", {}, one.name)), h("span", { class: "muted" }, ` ${one.version}`)],
    stateTag(one.state),
    one.instances,
    one.changedAt ? h("time", { datetime: one.changedAt, title: one.changedAt }, age(one.changedAt)) : h("span", { class: "muted" },
        "never deployed"),
    one.targetPlanId ? h("a", { href: `#/plan/${name}`, "aria-label": `plan of ${one.name}` },
        h("code", {}, shortId(one.targetPlanId))) : h("span", { class: "muted" }, "no plan"),
    one.lastError ? h("a", { class: "error", href: `#/progress/${name}` }, one.lastError.split("\n")[0]) : h("span", { class: "muted" },
        "none"),
  ];
}
