// The hosts: what they offer, what they can do as measured, and which are drained.
import { get } from "../api.js";
import { h } from "../dom.js";

const KINDS = ["cpu", "memory", "disk", "network-out", "network-in"];
const short = (value) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));

function measured(capability, kind) {
  const figure = capability?.figures.find((one) => one.what === kind);
  if (!figure) return h("span", { class: "muted" }, "not known");
  return [short(figure.mean), h("small", { class: "muted" }, ` ± ${short(figure.halfWidth95)} ${figure.unit}`)];
}

function row(node) {
  const watts = node.capability?.watts;
  return h("tr", {},
    h("td", {}, node.hostId, node.drained && [" ", h("span", { class: "tag" }, "drained")]),
    h("td", {}, node.siteId),
    h("td", {}, `${node.architecture.toLowerCase()}, ${node.cpu / 1000} cores, ${Math.round(node.memory / 2 ** 20)} MiB, ${Math.round(node.disk / 2 ** 30)} GiB`),
    KINDS.map((kind) => h("td", { class: "number" }, measured(node.capability, kind))),
    h("td", { class: "number" }, watts ? `${short(watts.idle)}–${short(watts.load)} W` : h("span", { class: "muted" }, "not known")));
}

function table(nodes) {
  const titles = ["Host", "Site", "Offers", "CPU", "Memory", "Disk", "Network out", "Network in", "Power"];
  return h("div", { class: "scroll" }, h("table", { class: "rows" },
    h("thead", {}, h("tr", {}, titles.map((title, index) => h("th", { scope: "col", class: index > 2 ? "number" : "" }, title)))),
    h("tbody", {}, nodes.hosts.map(row), nodes.unobserved.map((silent) =>
      h("tr", {}, h("td", {}, silent.hostId, silent.drained && [" ", h("span", { class: "tag" }, "drained")]), h("td", { colspan: titles.length - 1 }, h("span", { class: "muted" }, `could not be looked at: ${silent.reason}`)))))));
}

/** Filled when all hosts have answered, which takes as long as the slowest. */
export function nodesCard() {
  const content = h("p", { class: "hint" }, "Asks all hosts…");
  const card = h("section", { class: "card", "aria-label": "Nodes" },
    h("header", {}, h("h2", {}, "Nodes"), h("p", {}, "what hosts offer now, and what was measured of them")), content);
  get("/nodes").then((nodes) => content.replaceWith(table(nodes)), (fault) => { content.textContent = fault.message; });
  return card;
}
