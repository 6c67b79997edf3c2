// What routers measured since the deployment, beside what the target plan predicts.
import { h, table } from "../dom.js";
import { age, millis } from "../text.js";

const WHY = {
  NO_REQUESTS: "not measured yet: no request came", NOT_RECOGNISED: "not measured: the model does not say how to recognise it",
  NO_ROUTER: "not measured: these users enter without a router", BY_CONNECTION: "not measured: the router forwards connections",
      METRICS_OFF: "not measured: hosts are not queried",
};

/** The parts of each prediction, and what was measured of it; nothing where nothing is deployed. */
export function measured(predictions) {
  if (predictions.length === 0) return false;
  return h("section", { class: "card" },
    h("header", {}, h("h2", {}, "Predicted and measured"),
        h("p", {}, `target plan; the measurement at the router began ${age(predictions[0].request.since)}`)),
    table("Predicted and measured latencies", ["Users, request", "Round trips", "Transfer", "Service", "Queueing", "Mean, predicted",
        "Median, predicted", "Median, measured", "p95, predicted", "p95, measured", "Ratio of medians", "Ratio of p95", "Trend", "Requests",
        "Failed"],
        predictions.map(row), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14]),
    h("p", { class: "note" }, "Round trips, transfer, service and queueing are the parts of the predicted mean; "
      + "service is what hops declare and what was learned; – is not known: "
      + "the plan knew no service time, or no component on the way declares a capacity."));
}

function row({ parts, trend, request: one }) {
  const known = one.state === "MEASURED";
  return [
    `${one.usersId}, ${one.requestId}`, time(parts.roundTripsMillis), time(parts.transferMillis), time(service(parts)),
    time(parts.queueingMillis), millis(one.predictedMeanMillis), time(one.predictedP50Millis),
    known ? time(one.medianMillis) : h("span", { class: "muted" }, WHY[one.state] + queries(one)),
    millis(one.predictedP95Millis), time(one.p95Millis), ratio(one.medianRatio), ratio(one.p95Ratio), trend?.toLowerCase() ?? "–",
    one.count, one.failed,
  ];
}

/** The only signs of demand of users without a router; neither is a rate of requests. */
const queries = (one) => (one.lookUpsPerMinute === undefined ? "" : `; ${one.lookUpsPerMinute.toFixed(1)} DNS queries/min`)
  + (one.entry?.connectionsPerSecond === undefined ? "" : `; ${one.entry.connectionsPerSecond.toFixed(2)} connections/s`)
  + (one.entry?.roundTripMedianMillis === undefined ? "" : `; RTT of connections ${one.entry.roundTripMedianMillis.toFixed(1)} ms`);

/** Declared and learned; undefined if neither is known. */
const service = (parts) => (parts.declaredServiceMillis === undefined ? parts.serviceMillis
  : parts.declaredServiceMillis + (parts.serviceMillis ?? 0));

const ratio = (value) => (value === undefined ? "–" : value.toFixed(2));

const time = (value) => (value === undefined ? "–" : millis(value));
