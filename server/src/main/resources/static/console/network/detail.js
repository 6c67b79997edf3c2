// All that is known between two sites, per ISP and IP version.
import { h } from "../dom.js";
import { age, family, millis, percent, rate } from "../text.js";

const interval = (figure, text) => [text(figure.mean), figure.halfWidth95 > 0 && h("small", { class: "muted" },
    ` ± ${text(figure.halfWidth95)}`)];

function row(path, chosen) {
  return h("tr", { class: path === chosen ? "chosen" : "" },
    h("td", {}, h("span", { class: `family ${path.from.family}` }, family(path.from.family))),
    h("td", {}, path.from.ispId, h("span", { class: "muted" }, " → "), path.to.ispId),
    h("td", { class: "number" }, interval(path.idleRtt, millis)),
    h("td", { class: "number" }, millis(path.idleRtt.p95), path.idleRtt.p99 && h("small",
        { class: "muted", title: `of ${path.idleRtt.p99Samples} samples` }, ` p99 ${millis(path.idleRtt.p99)}`)),
    h("td", { class: "number" }, path.loadedRtt ? interval(path.loadedRtt, millis) : h("span", { class: "muted" }, "not known")),
    h("td", { class: "number" }, path.throughput ? rate(path.throughput.mean) : h("span", { class: "muted" }, "not known"),
      path.throughput?.origin === "ESTIMATED" && h("small", { class: "muted" }, " est.")),
    h("td", { class: "number" }, percent(path.loss)),
    h("td", {}, restsOn(path.idleRtt), h("small", { class: "muted" }, " ", age(path.idleRtt.newest))));
}

function restsOn({ origin, samples }) {
  if (origin === "MEASURED") {
    return h("span", { class: "tag good" }, `${samples} sample${samples === 1 ? "" : "s"}`);
  }
  const whose = origin === "PASSIVE" ? "of applications' connections" : "of the way back";
  return h("span", { class: "tag" }, samples ? `${samples} ${whose}` : "estimated");
}

/** @param paths all paths from one site to another, best first */
export function pairDetail(from, to, paths, chosen) {
  return h("section", { class: "card", "aria-label": `Paths from ${from} to ${to}` },
    h("header", {}, h("h2", {}, `${from} → ${to}`),
        h("p", {}, `${paths.length} path${paths.length === 1 ? "" : "s"} by ISP and IP version, the best first`)),
    h("div", { class: "scroll" }, h("table", { class: "rows" },
      h("thead", {}, h("tr", {}, ["IP version", "ISP", "RTT idle", "p95", "RTT under load", "Throughput", "Loss",
          "Rests on"].map((title, index) =>
        h("th", { scope: "col", class: index > 1 && index < 7 ? "number" : "" }, title)))),
      h("tbody", {}, paths.map((path) => row(path, chosen))))));
}
