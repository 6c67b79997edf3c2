// The hosts: whether they answer, what runs there and what room is left, what they can do as measured; and what an operator does with them.
import { get, getAll, getOrNull } from "../api.js";
import { choice, empty, h } from "../dom.js";
import { subscribe } from "../live.js";
import { attempt } from "../notice.js";
import { bandwidth } from "./bandwidth.js";
import { capabilities } from "./capabilities.js";
import { hosts } from "./hosts.js";
import { nodeTable } from "./table.js";
import { tasks } from "./tasks.js";

const look = { site: "", state: "" };
/** However many deployments end, hosts are not asked more often by a page that is only open. */
const PAUSE = 5000;
const STATES = { "": "Any", answers: "Answers", silent: "Does not answer", drained: "Drained" };

export async function nodesView() {
  const [infrastructure, caller] = await Promise.all([getOrNull("/infrastructure"), get("/caller")]);
  if (!infrastructure) {
    return { elements: [empty("No infrastructure yet", "The server has no hosts. Load the sites, their ISPs and hosts.",
        "caravan infrastructure put sites.caravan")] };
  }
  const operates = caller.role === "operator" || caller.role === "admin";
  const root = h("div", { class: "grid" });
  const said = h("p", { role: "status" });
  let nodes = null;
  let links = [];
  async function ask() {
    said.textContent = "Querying every host; this takes as long as the slowest host.";
    // Where metrics are off there are no readings of bandwidth.
    [nodes, links] = await Promise.all([getAll("/nodes").catch((fault) => { said.textContent = fault.message; throw fault; }),
        getAll("/bandwidth").catch(() => [])]);
    draw();
  }
  const work = tasks(ask);
  function draw() {
    const all = hosts(infrastructure, nodes);
    if (nodes) said.textContent = summary(all, infrastructure.sites.length);
    const set = (key) => (value) => { look[key] = value; draw(); };
    const shown = all.filter((one) => (!look.site || one.siteId === look.site) && (!look.state || one.states.includes(look.state)));
    const held = root.contains(document.activeElement) ? document.activeElement.closest("[data-held]")?.dataset.held : null;
    root.replaceChildren(filters(infrastructure, set), work.element, nodeTable(shown, operates ? work : null),
        ...[bandwidth(shown, links)].filter(Boolean), ...unclaimed(nodes), capabilities(shown));
    if (held) root.querySelector(`[data-held="${CSS.escape(held)}"]`)?.focus();
  }
  draw();
  const again = h("button", { type: "button", onclick: () => attempt(again, ask) }, "Ask again");
  attempt(again, ask);
  let waiting = 0;
  const end = subscribe((event) => {
    if (event.type === "application" && event.state !== "MODEL") waiting ||= setTimeout(() => { waiting = 0; attempt(again, ask); }, PAUSE);
  });
  return {
    elements: [h("div", { class: "head" }, h("div", { class: "title" }, h("h1", {}, `Nodes of ${infrastructure.name}`), said),
        h("div", { class: "tools" }, again)), root],
    leave: () => { end(); clearTimeout(waiting); work.leave(); },
  };
}

function summary(all, sites) {
  const count = (state) => all.filter((one) => one.states.includes(state)).length;
  const silent = count("silent");
  return `${all.length} host${all.length === 1 ? "" : "s"} at ${sites} sites. `
    + `${silent ? `${silent} do${silent === 1 ? "es" : ""} not answer, shown first.` : "All answer."}`
    + `${count("drained") ? ` Drained: ${count("drained")}.` : ""}`;
}

function filters(infrastructure, set) {
  const sites = infrastructure.sites.filter((site) => site.hosts.length).map((site) => [site.id, site.id]);
  return h("section", { class: "card tools-card", "aria-label": "What to show" }, h("div", { class: "tools" },
    choice("Site", [["", { "": "Any", ...Object.fromEntries(sites) }]], look.site, set("site"), "site"),
    choice("State", [["", STATES]], look.state, set("state"), "state")));
}

/** Machines that cost money and belong to no host. */
function unclaimed(nodes) {
  if (!nodes?.unclaimed.length) return [];
  return [h("section", { class: "card" }, h("header", {}, h("h2", {}, "Rented machines that no host wants"),
      h("p", {}, "caravan orphans gives them back")),
    h("ul", {}, nodes.unclaimed.map((one) => h("li", {}, h("code", {}, one.id),
        h("span", { class: "muted" }, ` rented for ${one.hostId}`)))))];
}
