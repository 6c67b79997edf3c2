// A row for each host.
import { h, table } from "../dom.js";
import { age, bytes, cores } from "../text.js";

/** More rows than anybody reads; who looks for one chooses its site. */
const MOST = 300;

/** @param work what to do with a host; null for who may not */
export function nodeTable(shown, work) {
  if (!shown.length) return h("section", { class: "card" }, h("p", { class: "hint" }, "No host is as these filters want."));
  const titles = ["Host", "State", "Offers", "Processor", "Memory", "Disk", "Runs", ...(work ? ["Work"] : [])];
  return h("section", { class: "card nodes-card" }, h("header", {}, h("h2", {}, "Hosts"),
      h("p", {}, "capacity reserved by target plans, and capacity of the host")),
    table("Hosts, unreachable hosts first", titles, shown.slice(0, MOST).map((one) => row(one, work))),
    shown.length > MOST && h("p", { class: "hint" }, `${shown.length - MOST} more are not shown: choose a site.`));
}

function row(one, work) {
  return [
    [h("strong", {}, one.id), h("div", { class: "muted small" }, one.siteId)],
    state(one),
    [one.architecture, h("div", { class: "muted small" }, one.type)],
    room(one, "cpu", cores), room(one, "memory", bytes), room(one, "disk", bytes),
    runs(one),
    ...(work ? [work.buttons(one)] : []),
  ];
}

const NAMES = { answers: ["good", "answers"], silent: ["bad", "does not answer"], asked: ["", "queried"] };

function state(one) {
  const [tone, name] = NAMES[one.states[0]];
  return [h("span", { class: "tags" }, h("span", { class: `tag ${tone}` }, name),
      one.drained && h("span", { class: "tag warn" }, "drained"), one.machine && h("span", { class: "tag" },
      `machine ${one.machine.toLowerCase()}`)),
    one.reason && h("div", { class: "small error" }, one.reason),
    one.states[0] === "silent" && h("div", { class: "muted small" }, one.seenAt ? ["last seen ",
        h("time", { datetime: one.seenAt, title: one.seenAt }, age(one.seenAt))] : "not seen since the server started")];
}

/** Of a host that has none of it said there is no share. */
function room(one, what, text) {
  const all = one[what];
  if (all === undefined) return h("span", { class: "muted" }, "not known");
  if (!one.use) return h("span", { class: "muted" }, text(all));
  const used = one.use[what];
  const words = `${text(used).replace(/ cores?$/, "")} of ${text(all)}`;
  return h("div", { class: "room" }, words, h("meter", { min: 0, max: Math.max(all, 1), value: used,
      "aria-label": `${what} of ${one.id} that is reserved: ${words}` }));
}

function runs({ use, drained, id }) {
  if (!use) return h("span", { class: "muted" }, "…");
  const byApplication = new Map();
  use.instances.forEach((text) => {
    const [application, instance] = text.split(" ");
    byApplication.set(application, [...(byApplication.get(application) ?? []), instance]);
  });
  const others = use.others ? h("div", { class: "muted small" }, `${use.others} of other organisations`) : null;
  if (!byApplication.size) return others ?? h("span", { class: "muted" }, "nothing");
  return [[...byApplication].map(([application, instances]) => h("div", { class: "small" },
    h("a", { href: `#/placement/${encodeURIComponent(application)}`, "aria-label": `${application}, which runs on ${id}` }, application),
        ` ${instances.join(", ")}`,
    drained && [" · ", h("a", { href: `#/plan/${encodeURIComponent(application)}`,
        "aria-label": `plan ${application} again, without ${id}` }, "plan again")])), others];
}
