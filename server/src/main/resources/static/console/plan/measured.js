// What routers measured since the deployment, beside what the target plan predicts.
import { h, table } from "../dom.js";
import { age, millis } from "../text.js";

const WHY = {
  NO_REQUESTS: "not measured yet: no request came", NOT_RECOGNISED: "not measured: the model does not say how to recognise it",
  NO_ROUTER: "not measured: these users enter without a router", BY_CONNECTION: "not measured: the router forwards connections", METRICS_OFF: "not measured: hosts are not queried",
};

/** Nothing where no request can be measured. */
export function measured(requests) {
  if (!requests.some((one) => one.state !== "NO_ROUTER")) return false;
  return h("section", { class: "card" },
    h("header", {}, h("h2", {}, "Predicted and measured"), h("p", {}, `target plan; the measurement at the router began ${age(requests[0].since)}`)),
    table("Predicted and measured latencies", ["Users, request", "Mean, predicted", "Median, measured", "p95, predicted", "p95, measured", "Ratio of p95", "Requests", "Failed"], requests.map(row), [1, 2, 3, 4, 5, 6, 7]));
}

function row(one) {
  const known = one.state === "MEASURED";
  return [
    `${one.usersId}, ${one.requestId}`, millis(one.predictedMeanMillis), known ? time(one.medianMillis) : h("span", { class: "muted" }, WHY[one.state]),
    millis(one.predictedP95Millis), time(one.p95Millis), one.p95Ratio === undefined ? "–" : one.p95Ratio.toFixed(2), one.count, one.failed,
  ];
}

const time = (value) => (value === undefined ? "–" : millis(value));
