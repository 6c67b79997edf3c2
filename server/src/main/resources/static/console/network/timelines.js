// How the paths between two sites went: a line per ISP and IP version, and around it the 95 % confidence interval of the mean.
import { get } from "../api.js";
import { choice, h } from "../dom.js";
import { script } from "../script.js";
import { family } from "../text.js";
import { pointId } from "./matrix.js";

const CHART = "/webjars/chart.js/4.4.9/dist/chart.umd.js";
/** More lines are not distinguishable. */
const MOST = 6;
const WINDOWS = { "1h": "1 hour", "6h": "6 hours", "24h": "24 hours", "7d": "7 days", "30d": "30 days" };
const QUANTITIES = { rtt: "rtt", p95: "rtt", loaded: "loaded-rtt", throughput: "throughput", loss: "loss" };
const chosen = { window: "6h" };

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** @param value milliseconds since 1970 */
function time(value, span) {
  const at = new Date(value);
  const hour = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return span < 864e5 * 1.2 ? hour : `${at.getDate()}.${at.getMonth() + 1}. ${span < 864e5 * 4 ? hour : ""}`.trim();
}

/** Three data sets a path: lower end, upper end filled down to it, and the mean. A gap in time is a gap in the line. */
function lines(path, timeline, index, now) {
  const ink = colour(`--series-${index}`);
  const points = timeline.points.map((point) => ({ ...point, x: Math.min(Date.parse(point.start) + point.seconds * 500, now) }));
  const name = `${path.from.ispId} → ${path.to.ispId} ${family(path.from.family)}`;
  const line = (of, more) => ({ data: points.map((point) => ({ x: point.x, y: of(point), point })), parsing: false, pointRadius: 0,
      borderWidth: 0, spanGaps: timeline.points[0]?.seconds * 4000, tension: 0, ...more });
  return [
    line((point) => Math.max(0, point.mean - point.halfWidth95), { band: true, label: name, borderColor: "transparent" }),
    line((point) => point.mean + point.halfWidth95, { band: true, label: name, borderColor: "transparent",
        backgroundColor: `color-mix(in srgb, ${ink} 20%, transparent)`, fill: "-1" }),
    line((point) => point.mean, { label: name, borderColor: ink, backgroundColor: ink, borderWidth: 2,
        borderDash: path.from.family === "ipv6" ? [6, 3] : [], pointRadius: points.length < 40 ? 2.5 : 0 }),
  ];
}

function options(metric, from, until) {
  const grid = { color: colour("--line") };
  const ink = colour("--muted");
  return {
    animation: false, responsive: true, maintainAspectRatio: false, interaction: { mode: "nearest", axis: "x", intersect: false },
    scales: {
      x: { type: "linear", min: from, max: until, grid, ticks: { color: ink, maxTicksLimit: 9,
          callback: (value) => time(value, until - from) } },
      y: { grace: "8%", grid, ticks: { color: ink, maxTicksLimit: 6, callback: (value) => metric.text(value) } },
    },
    plugins: {
      legend: { position: "bottom", labels: { color: colour("--ink"), usePointStyle: true, pointStyle: "line", pointStyleWidth: 30,
          filter: (item, data) => !data.datasets[item.datasetIndex].band }, onClick: null },
      tooltip: { filter: (item) => !item.dataset.band, callbacks: {
        title: (items) => (items.length ? new Date(items[0].parsed.x).toLocaleString("en-GB") : ""),
        label: ({ dataset, raw }) => `${dataset.label}: ${metric.text(raw.point.mean)} ± ${metric.text(raw.point.halfWidth95)}, `
          + `${raw.point.samples} samples` } },
    },
  };
}

const SPAN = { h: 36e5, d: 864e5 };
const span = (window) => parseInt(window, 10) * SPAN[window.slice(-1)];

/** @param paths from one site to another, the best first */
export function timelines(paths, metric, metricKey) {
  const canvas = h("canvas", { role: "img", "aria-label": `${metric.title} over time` });
  const note = h("p", { class: "hint", role: "status" });
  const drawn = paths.slice(0, MOST);
  let chart = null;

  async function draw() {
    const ends = (path) => `from=${encodeURIComponent(pointId(path.from))}&to=${encodeURIComponent(pointId(path.to))}`;
    const [all] = await Promise.all([
      Promise.all(drawn.map((path) => get(`/network/timeline?${ends(path)}&quantity=${QUANTITIES[metricKey]}&window=${chosen.window}`))),
      script(CHART)]);
    chart?.destroy();
    const count = all.reduce((sum, timeline) => sum + timeline.points.length, 0);
    const each = all.find((timeline) => timeline.points.length)?.points[0].seconds === 60 ? "minute" : "hour";
    note.textContent = count ? `A point per ${each}; `
      + "bands are 95 % confidence intervals of the mean, dashed lines are IPv6."
      + `${paths.length > MOST ? ` The best ${MOST} of ${paths.length} paths.` : ""}`
      : "No samples of this figure in this time.";
    const until = Date.now();
    const first = Math.min(until - 6e5, ...all.flatMap((timeline) => timeline.points.map((point) => Date.parse(point.start))));
    const from = Math.max(until - span(chosen.window), first - (until - first) * 0.04);
    chart = new window.Chart(canvas, { type: "line", data: { datasets: drawn.flatMap((path, index) => lines(path, all[index], index,
        until)) }, options: options(metric, from, until) });
  }

  const fail = (fault) => { note.textContent = fault.message; };
  const element = h("section", { class: "card timelines", "aria-label": "Over time" },
    h("header", {}, h("h2", {}, `${metric.title} over time`), h("div", { class: "end tools" },
      choice("Window", [["", WINDOWS]], chosen.window, (value) => { chosen.window = value; draw().catch(fail); }))),
    h("div", { class: "chart" }, canvas), note);
  draw().catch(fail);
  return element;
}
