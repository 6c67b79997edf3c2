// What can be shown of a path, and how a value becomes a colour.
import { millis, percent, rate } from "../text.js";

/** @property of value of a path or undefined; @property better whether the first value is better than the second */
export const METRICS = {
  rtt: { title: "Round-trip time, idle", of: (path) => path.idleRtt.mean, text: millis, better: (a, b) => a < b, log: true },
  p95: { title: "Round-trip time, idle, 95th percentile", of: (path) => path.idleRtt.p95, text: millis, better: (a, b) => a < b,
      log: true },
  loaded: { title: "Round-trip time under load", of: (path) => path.loadedRtt?.mean, text: millis, better: (a, b) => a < b, log: true },
  throughput: { title: "Throughput", of: (path) => path.throughput?.mean, text: rate, better: (a, b) => a > b, log: true },
  loss: { title: "Loss", of: (path) => path.loss, text: percent, better: (a, b) => a < b, log: false },
};

export const METRIC_NAMES = Object.fromEntries(Object.entries(METRICS).map(([key, metric]) => [key, metric.title]));

/** The figure a metric is taken from, for its samples, age and origin. */
export const figureOf = (path, key) =>
  key === "throughput" ? path.throughput : key === "loaded" ? path.loadedRtt : path.idleRtt;

/** @returns value -> 0 to 1 over the values given, logarithmic where the metric spreads over decades */
export function scale(values, metric) {
  const known = values.filter((value) => value !== undefined && (!metric.log || value > 0));
  const turn = metric.log ? Math.log : (value) => value;
  const low = turn(Math.min(...known));
  const high = turn(Math.max(...known));
  return (value) => (high - low < 1e-9 ? 0.5 : Math.min(1, Math.max(0, (turn(Math.max(value, 1e-9)) - low) / (high - low))));
}

/** Colour between the two ends of the page's scale; works in both colour schemes. */
export const heat = (share) => `color-mix(in oklab, var(--heat-1) ${Math.round(share * 100)}%, var(--heat-0))`;

/** Ink that can be read on that colour, at 4.5:1 or more: in each scheme black and white meet elsewhere. */
export const heatInk = (share) => `var(--heat-ink-${share < 0.455 ? "low" : share < 0.685 ? "middle" : "high"})`;

/** Of several paths the best by this metric; those without a value count last. */
export function best(paths, metric) {
  return paths.reduce((winner, path) => {
    if (!winner) return path;
    const now = metric.of(path);
    const before = metric.of(winner);
    return now !== undefined && (before === undefined || metric.better(now, before)) ? path : winner;
  }, undefined);
}
