// View 3: the latest plan, what it would change and why; and the button that lets it happen.
import { getAll, getOrNull, post } from "../api.js";
import { empty, h } from "../dom.js";
import { subscribe } from "../live.js";
import { attempt, notice } from "../notice.js";
import { age, euros, millis, shortId } from "../text.js";
import { earlier } from "./earlier.js";
import { latencies } from "./latencies.js";
import { measured } from "./measured.js";
import { rejected, rejecting } from "./rejection.js";
import { underWay } from "./underway.js";

export async function planView(name) {
  if (!name) return { elements: [empty("No application yet", "Send the model of an application first.", "caravan deploy shop.caravan")] };
  const root = h("div", { class: "grid plan" });
  const plans = earlier(name);
  /** Does not redraw while a question is open, because redrawing removes it. The answer redraws the page. */
  async function draw() {
    const [application, plan] = await Promise.all([getOrNull(`/applications/${name}`), getOrNull(`/applications/${name}/plans/latest`)]);
    const requests = application?.targetPlanId ? await getAll(`/applications/${name}/predictions`) : [];
    if (root.querySelector("dialog[open]")) return;
    root.replaceChildren(...page(name, application, plan, planning, draw, requests, plans.element));
    plans.refresh();
  }
  const planning = underWay(name, draw);
  await draw();
  const end = subscribe((event) => {
    if (event.application === name && ["plan", "deployment", "application"].includes(event.type)) draw();
  });
  return { elements: [root], leave: () => { end(); planning.leave(); } };
}

function page(name, application, plan, planning, draw, requests, plans) {
  const make = h("button", { type: "button", onclick: () => attempt(make, () => planning.begin()) }, plan ? "Plan again" : "Make a plan");
  if (!plan) return [heading(name, null, make), planning.element, empty("No plan yet",
      "A plan assigns every instance to a host and gives the reasons. It changes nothing until it is approved.", "")];
  if (plan.outcome === "NO_PLACEMENT") return [heading(name, plan, make), planning.element, refusal(plan), plans];
  const pending = application?.pendingPlanId === plan.id;
  const approve = h("button", { type: "button", class: "primary", onclick: () => attempt(approve, async () => {
    if (plan.takesOver && !window.confirm(`${plan.takesOver.text} Take it over?`)) return;
    await post(`/applications/${name}/plans/${plan.id}/approval`, plan.takesOver ? { takeOver: true } : undefined);
    notice("Approved", "The deployment starts.", true);
    location.hash = `#/progress/${name}`;
  }) }, "Approve and deploy");
  return [
    heading(name, plan, make, pending && rejecting(name, plan, draw), pending && approve, pending ? null : standing(application, plan)),
        planning.element, rejected(name, plan, draw),
    obstacles(plan), summary(plan), diff(plan), latencies(plan), measured(requests), reasons(plan), scores(plan),
    text("Steps of the deployment", plan.stepsText || "None: the running state matches this plan.",
        "each line: prerequisites, number, action and cause"),
    plans,
  ].filter(Boolean);
}

const standing = (application, plan) => plan.rejection ? h("span", { class: "tag bad" },
    "rejected") : application?.targetPlanId === plan.id ? h("span", { class: "tag good" }, "in force")
  : plan.changes ? h("span", { class: "tag" }, "outdated") : h("span", { class: "tag good" }, "changes nothing");

function heading(name, plan, ...ends) {
  return h("div", { class: "head" }, h("div", { class: "title" }, h("h1", {}, `Plan for ${name}`),
    plan && h("p", {}, h("code", {}, shortId(plan.id)), plan.generation ? ` · generation ${plan.generation}` : "",
        ` · made ${age(plan.madeAt)}`)), h("div", { class: "tools" }, ends.reverse()));
}

/** What keeps it from being carried out, or takes somebody else's consent. */
function obstacles(plan) {
  const lines = [...(plan.takesOver ? [plan.takesOver.text] : []),
      ...(plan.remarks ?? []).filter((one) => one.severity === "ERROR").map((one) => `${one.message} Maybe ${one.suggestion}`)];
  return lines.length > 0 && h("section", { class: "card", role: "note" }, h("header", {}, h("h2", {}, "Before you approve")),
      h("ul", { class: "reasons" }, lines.map((line) => h("li", {}, line))));
}

function refusal(plan) {
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, "No placement keeps every promise"),
      h("span", { class: "tag bad" }, "no placement")),
    h("ul", { class: "reasons" }, plan.reasons.map((reason) => h("li", {}, reason))));
}

function summary(plan) {
  const count = (action) => plan.diff.instances.filter((line) => line.action === action).length;
  const slowest = plan.report.latencies.reduce((a, b) => (b.meanMillis > (a?.meanMillis ?? -1) ? b : a), null);
  const before = plan.diff.costCentsPerMonthBefore;
  return h("section", { class: "card" }, h("dl", { class: "figures" },
    figure("Price", euros(plan.report.costCentsPerMonth), [before === undefined ? "" : `before ${euros(before)}`,
        ...(plan.report.limits ?? []).map((limit) => `at most ${euros(limit.costCentsPerMonth)} (${limit.id})`)].filter(Boolean)
        .join(", ")),
    plan.report.watts !== undefined && figure("Power", watts(plan.report.watts),
        plan.diff.wattsBefore === undefined ? "" : `before ${watts(plan.diff.wattsBefore)}`),
    slowest && figure("Slowest request, mean", millis(slowest.meanMillis), `${slowest.requestId} for ${slowest.usersId}`),
    figure("To add", count("ADD"), "instances"), figure("To replace", count("REPLACE"), "instances"),
        figure("To remove", count("REMOVE"), "instances")),
  (plan.report.shared ?? []).map((host) => h("p", { class: "note" },
      `Host ${host.hostId} is shared with other applications, which pay its ${euros(host.costCentsPerMonth)} already: `
        + `${euros(host.shareCentsPerMonth)} of it by size of what sits there, no part of this price.`)),
  plan.report.notes.map((note) => h("p", { class: "note" }, note)));
}

const watts = (value) => `${value.toFixed(1)} W`;

const figure = (title, value, more) => h("div", {}, h("dt", {}, title), h("dd", {}, value, more && h("small", {}, ` ${more}`)));

const SIGNS = { ADD: ["+", "add"], REMOVE: ["−", "remove"], REPLACE: ["±", "replace"] };

function diff(plan) {
  const lines = [["instance", plan.diff.instances], ["link", plan.diff.links],
      ["entry", plan.diff.entries]].flatMap(([kind, changes]) => changes.map((change) => ({ kind, ...change })));
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, "Changes"), h("p", {}, "relative to the current target")),
    lines.length ? h("ol", { class: "diff" }, lines.map((line) => h("li", { class: line.action.toLowerCase() },
      h("b", { "aria-label": SIGNS[line.action][1] }, SIGNS[line.action][0]), h("span", { class: "muted" }, line.kind),
          h("strong", {}, line.subject), h("span", {}, line.detail)))) : h("p", { class: "hint" },
          "Nothing: this plan places everything as it is."));
}

function reasons(plan) {
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, "Why here"),
      h("p", {}, "per instance: the reason, what its next best host would change, and which hosts were excluded")),
    h("div", { class: "scroll" }, h("table", { class: "rows" }, h("thead", {},
        h("tr", {}, ["Instance", "Host", "Because", "Next best", "Out of the question"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, plan.report.instances.map((reason) => h("tr", {}, h("td", {}, h("strong", {}, reason.instance)),
          h("td", {}, reason.hostId), h("td", {}, reason.because),
        h("td", {}, reason.runnerUp || h("span", { class: "muted" }, "none")),
        h("td", { class: "small" }, reason.removed.length ? reason.removed.map((line) => h("div", {}, line)) : h("span", { class: "muted" },
            "none"))))))));
}

function scores(plan) {
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, "Obligations and goals"),
      h("p", {}, "0 is perfect; hard obligations are never traded for goals")),
    h("div", { class: "scroll" }, h("table", { class: "rows" }, h("thead", {},
        h("tr", {}, h("th", { scope: "col" }, "Name"), h("th", { scope: "col" }, "Level"),
        h("th", { scope: "col", class: "number" }, "Score"), h("th", { scope: "col" }, "Explanation"))),
      h("tbody", {}, plan.report.scores.map((score) => h("tr", {}, h("td", {}, h("code", {}, score.name)),
          h("td", {}, score.level === "hard" ? h("span", { class: score.score < 0 ? "tag bad" : "tag good" },
          score.score < 0 ? "hard, broken" : "hard, kept") : h("span", { class: "tag" }, score.level)),
        h("td", { class: "number" }, score.level === "hard" ? score.score.toLocaleString("en") : ""),
            h("td", { class: "muted small" }, score.explanation)))))));
}

function text(title, body, hint) {
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, title), h("p", {}, hint)), h("pre", {}, body));
}
