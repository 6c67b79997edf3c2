// What each request takes, as a bar made of its hops.
import { h } from "../dom.js";
import { millis } from "../text.js";

export function latencies(plan) {
  const longest = Math.max(...plan.report.latencies.map((one) => one.p95Millis), 1);
  const before = new Map(plan.diff.latencies.map((change) => [`${change.requestId} ${change.usersId}`, change.beforeMillis]));
  return h("section", { class: "card" },
    h("header", {}, h("h2", {}, "Latency of requests"),
        h("p", {}, "round trips × RTT + bytes ÷ throughput, hop by hop; the tick is the sum of the hops' p95")),
    h("div", { class: "latencies" }, plan.report.latencies.map((one) => request(one, longest,
        before.get(`${one.requestId} ${one.usersId}`)))));
}

function request(one, longest, before) {
  return h("details", { class: "latency" },
    h("summary", {},
      h("span", { class: "what" }, h("strong", {}, one.requestId), h("span", { class: "muted" }, ` for ${one.usersId}`)),
      h("span", { class: "bar-track", "aria-hidden": "true" },
        one.hops.map((hop, index) => h("i", { class: index % 2 ? "odd" : "", style: { width: `${(hop.latencyMillis / longest) * 100}%` },
            title: `${hop.from} → ${hop.to}: ${millis(hop.latencyMillis)}` })),
        h("b", { style: { left: `${(one.p95Millis / longest) * 100}%` } })),
      h("span", { class: "value" }, h("strong", {}, millis(one.meanMillis)),
          h("small", { class: "muted" }, ` p95 ${millis(one.p95Millis)}${before === undefined ? "" : ` · before ${millis(before)}`}`),
        (one.slos ?? []).map((slo) => h("small", { class: slo.kept ? "tag good" : "tag bad" },
            `p${slo.percentile} < ${millis(slo.limitMillis)} ${slo.kept ? "kept" : "missed"}`)))),
    h("div", { class: "scroll" }, h("table", { class: "rows" },
      h("thead", {}, h("tr", {}, ["Hop", "Path", "Round trips", "RTT", "Takes",
          "RTT rests on"].map((title, index) => h("th", { scope: "col", class: index > 1 && index < 5 ? "number" : "" }, title)))),
      h("tbody", {}, one.hops.map((hop) => h("tr", {}, h("td", {}, `${hop.from} → ${hop.to}`), h("td", { class: "small" }, hop.path),
          h("td", { class: "number" }, hop.roundTrips.toFixed(1)),
        h("td", { class: "number" }, millis(hop.rttMillis)), h("td", { class: "number" }, millis(hop.latencyMillis)),
            h("td", { class: "muted small" }, hop.basis)))))));
}
