// What an operator does with a node: drain it, look it over, measure it. Adding and removing one asks for its host key and is the command
// line's.
import { get, post, put, remove } from "../api.js";
import { h } from "../dom.js";
import { attempt, notice } from "../notice.js";

const PAUSE = 500;
const WORDS = { CHECK: "Check", MEASURE: "Measurement" };
const TONES = { OK: "good", ADVICE: "warn", CHANGE: "accent", CHANGED: "good", REBOOT: "warn", FAILED: "bad", MISSING: "bad" };

/** @param changed called when a node is other than it was */
export function tasks(changed) {
  const element = h("section", { class: "card", "aria-label": "Work on a node", hidden: true });
  let timer = 0;

  function show(task) {
    element.hidden = false;
    const done = task.state !== "RUNNING";
    element.replaceChildren(h("header", {}, h("h2", {}, `${WORDS[task.work] ?? task.work} of ${task.hostId}`),
      h("span", { class: `tag ${task.state === "DONE" ? "good" : done ? "bad" : "accent"}`, role: "status" },
          done ? task.state.toLowerCase() : task.doing)),
    task.error && h("p", { class: "error" }, task.error),
    h("ul", { class: "findings" }, task.findings.map((one) => h("li", {}, h("span", { class: `tag ${TONES[one.verdict] ?? ""}` },
        one.verdict.toLowerCase()), h("strong", {}, one.subject),
      h("span", {}, one.what, one.wayOut && h("span", { class: "muted" }, ` Maybe ${one.wayOut}.`))))));
  }

  async function follow(id) {
    const task = await get(`/node-tasks/${id}`);
    show(task);
    if (task.state === "RUNNING") timer = setTimeout(() => follow(id).catch((fault) => notice(fault.message)), PAUSE);
    else await changed();
  }

  async function begin(one, work) {
    clearTimeout(timer);
    await follow((await post(`/nodes/${encodeURIComponent(one.id)}/tasks`, { work })).id);
  }

  async function drain(one) {
    const path = `/nodes/${encodeURIComponent(one.id)}/drain`;
    const now = one.drained ? await remove(path) : await put(path);
    if (one.drained) notice(`${one.id} is used again`, "Instances do not move back automatically.", true);
    else notice(`Nothing more is placed on ${one.id}`,
        now.instances.length ? `Its instances keep running until new plans are approved: ${now.applications.join(", ")}.` : "", true);
    await changed();
  }

  function button(one, text, label, action) {
    const made = h("button", { type: "button", class: "small", "aria-label": `${label} ${one.id}`, "data-held": `${text} ${one.id}`,
        onclick: () => attempt(made, action) }, text);
    return made;
  }

  return {
    element,
    buttons: (one) => h("div", { class: "work" },
      one.drained ? button(one, "Use again", "Use again:", () => drain(one)) : button(one, "Drain", "Drain", () => drain(one)),
      button(one, "Check", "Check", () => begin(one, "CHECK")), button(one, "Measure", "Measure", () => begin(one, "MEASURE"))),
    leave() { clearTimeout(timer); },
  };
}
