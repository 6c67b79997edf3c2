// View 4: the steps of the latest deployment as they happen, and what else the server tells.
import { get, getOrNull, post } from "../api.js";
import { empty, h, stateTag } from "../dom.js";
import { subscribe } from "../live.js";
import { attempt } from "../notice.js";
import { clock, shortId } from "../text.js";
import { cancelling, mayCancel } from "./cancelling.js";

const told = [];
const REMEMBERED = 60;
subscribe((event) => {
  told.unshift({ at: new Date().toISOString(), event });
  told.length = Math.min(told.length, REMEMBERED);
});

export async function progressView(name) {
  const root = h("div", { class: "grid progress" });
  let waiting;
  const cancel = cancelling(name, draw);
  const caller = await get("/caller");
  async function draw() {
    const deployment = name ? await getOrNull(`/applications/${name}/deployments/latest`) : null;
    const held = document.activeElement === cancel.button;
    cancel.of(deployment);
    root.replaceChildren(...(deployment ? deployed(name, deployment, draw, mayCancel(deployment,
        caller) && cancel.button) : [empty("No deployment yet", "Once a plan is approved, its steps appear here as they happen.", "")]),
        events());
    if (held) cancel.button.focus();
  }
  await draw();
  const end = subscribe(() => {
    clearTimeout(waiting);
    waiting = setTimeout(draw, 120);
  });
  return { elements: [root, cancel.dialog], leave: () => { end(); clearTimeout(waiting); } };
}

/** @param cancel a button, where there is something to cancel */
function deployed(name, deployment, redraw, cancel) {
  const steps = deployment.steps;
  const done = steps.filter((step) => ["DONE", "SKIPPED", "UNDONE"].includes(step.state)).length;
  const resume = h("button", { type: "button", class: "primary", onclick: () => attempt(resume,
      async () => { await post(`/applications/${name}/deployments/${deployment.id}/resumption`); await redraw(); }) }, "Resume");
  return [
    h("div", { class: "head" }, h("div", { class: "title" }, h("h1", {}, `Deployment of ${name}`),
        h("p", {}, stateTag(deployment.state), " ", h("code", {}, shortId(deployment.id)), ` executes plan `,
        h("code", {}, shortId(deployment.planId)), deployment.undoPlanId && [` and goes back by plan `,
        h("code", {}, shortId(deployment.undoPlanId))]), deployment.cancelledBy && h("p", { role: "status" },
        `Cancelled by ${deployment.cancelledBy}${deployment.endedAt ? "." : ": what has begun ends."}`),
        deployment.error && h("p", { class: "error" }, deployment.error)),
      h("div", { class: "tools" }, h("label", { class: "done" }, h("span", {},
          `${done} of ${steps.length} steps${timeLeft(deployment.secondsLeft)}`),
          h("progress", { max: Math.max(steps.length, 1), value: done })), cancel, deployment.state === "FAILED" && resume)),
    h("section", { class: "card", "aria-label": "Steps" }, h("header", {}, h("h2", {}, "Steps"),
        h("p", {}, "each bar is when the step ran, from the first to the last")), timeline(steps)),
  ];
}

/** By earlier deployments; nothing where nobody knows. */
const timeLeft = (seconds) => seconds == null ? "" : seconds < 100 ? `, about ${Math.max(1, Math.round(seconds))} s left`
  : `, about ${Math.round(seconds / 60)} min left`;

function timeline(steps) {
  if (!steps.length) return h("p", { class: "hint" }, "No steps: the running state matches the plan.");
  const begun = steps.filter((step) => step.startedAt).map((step) => Date.parse(step.startedAt));
  const start = Math.min(...begun);
  const end = Math.max(...steps.map(
    (step) => Date.parse(step.endedAt ?? (step.state === "RUNNING" ? new Date().toISOString() : step.startedAt ?? 0))), start + 1);
  const share = (instant) => ((Date.parse(instant) - start) / (end - start)) * 100;
  return h("ol", { class: "steps" }, steps.map((step) => {
    const from = step.startedAt ? share(step.startedAt) : 0;
    const to = step.endedAt ? share(step.endedAt) : 100;
    const took = step.startedAt && step.endedAt ? Date.parse(step.endedAt) - Date.parse(step.startedAt) : null;
    return h("li", { class: step.state.toLowerCase() },
      h("span", { class: "mark", role: "img", "aria-label": step.state.toLowerCase() },
          { DONE: "✓", FAILED: "✕", SKIPPED: "–", RUNNING: "●", UNDONE: "↶" }[step.state] ?? ""),
      h("span", { class: "kind" }, step.kind),
      h("span", { class: "words" }, words(step), step.attempts > 1 && h("span", { class: "tag warn" }, `${step.attempts} attempts`),
          step.error && h("span", { class: "error" }, step.error)),
      h("span", { class: "when", "aria-hidden": "true" }, step.startedAt && h("i",
          { style: { left: `${from}%`, width: `${Math.max(0.8, to - from)}%` } })),
      h("span", { class: "took" }, took === null ? "" : took < 1000 ? `${took} ms` : `${(took / 1000).toFixed(1)} s`));
  }));
}

/** The step's own line without what stands in other columns. */
const words = (step) => step.text.replace(/^\[[^\]]*\] -> #\d+ [A-Z]+ ?/, "").replace(/^, /, "");

function events() {
  return h("section", { class: "card", "aria-label": "Events" }, h("header", {}, h("h2", {}, "Events"),
      h("p", {}, "since this page was opened, the latest first")),
    told.length ? h("ol", { class: "events", tabindex: 0, "aria-label": "Events, the latest first" },
        told.map(({ at, event }) => h("li", {}, h("time", { datetime: at }, clock(at)), h("span", { class: "tag" }, event.type),
        h("span", {}, sentence(event)))))
      : h("p", { class: "hint" }, "Nothing has happened yet."));
}

function sentence(event) {
  switch (event.type) {
    case "restart": return `${event.instance} of ${event.application} `
      + `${event.state === "CRASH_LOOP" ? "is in a crash loop" : "ended and is started again"} on ${event.hostId}`;
    case "application": return event.state === "MODEL" ? `${event.application} has a new model`
      : `${event.application} is ${event.state.toLowerCase()}`;
    case "plan": return `plan ${shortId(event.planId)} of ${event.application}: ${event.outcome.toLowerCase().replaceAll("_", " ")}`;
    case "deployment": return `deployment ${shortId(event.deploymentId)} of ${event.application} is `
      + `${event.state.toLowerCase()}${event.error ? `: ${event.error}` : ""}`;
    case "step": return `step ${event.number} ${event.state.toLowerCase()}: ${words(event)}${event.error ? `: ${event.error}` : ""}`;
    case "probe": return `probe run ${event.state.toLowerCase()}, ${event.done} of ${event.total}`;
    case "image": return `image ${event.image} for ${event.hostId}: `
      + `${event.state.toLowerCase()}, ${event.total ? Math.round((100 * event.onHost) / event.total) : 100} %`;
    case "network": return "the network matrix has new samples";
    default: return `infrastructure ${event.name} accepted`;
  }
}
