// A metric of an application along time, with its threshold, the replicas at each decision, and the forecast of its requests.
import { getAllOrNull } from "../api.js";
import { choice, h } from "../dom.js";
import { script } from "../script.js";

const CHART = "/webjars/chart.js/4.4.9/dist/chart.umd.js";
/** A decision of a rule has the value of each metric that its condition reads, and the bound that it is compared with. */
const BOUND = "bound of ";
const REPLICAS = "replicas of ";
const chosen = { metric: "" };

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const figure = (decision, name) => decision.figures.find((one) => one.name === name);
const number = (value) => value.toLocaleString("en", { maximumFractionDigits: 3 });

/** Values of a metric at the decisions that read it, oldest first. */
function read(items, metric) {
  return items.filter((one) => figure(one, metric) && figure(one, BOUND + metric)).map((one) => ({ x: Date.parse(one.at), decision: one,
      value: figure(one, metric), bound: figure(one, BOUND + metric),
      replicas: one.figures.filter((each) => each.name.startsWith(REPLICAS)).reduce((sum, each) => sum + each.value, 0) }))
    .sort((one, other) => one.x - other.x);
}

const metrics = (items) => [...new Set(items.flatMap((one) => one.figures.map((each) => each.name)).filter((name) => name.startsWith(BOUND))
    .map((name) => name.slice(BOUND.length)))].sort();

/** Rates of a request in requests/s, summed over its groups of users; the forecast continues after the counts. */
function rates(forecasts, name) {
  const sums = new Map();
  forecasts.flatMap((one) => one.points.map((point) => [point, one.intervalSeconds])).forEach(([point, seconds]) => {
    if (point[name] == null) return;
    const x = Date.parse(point.begin) + seconds * 500;
    sums.set(x, (sums.get(x) ?? 0) + point[name] / seconds);
  });
  return [...sums].sort(([one], [other]) => one - other).map(([x, y]) => ({ x, y }));
}

function line(label, data, ink, more) {
  return { label, data, parsing: false, borderColor: ink, backgroundColor: ink, borderWidth: 2, pointRadius: 0, tension: 0, ...more };
}

function datasets(metric, points, forecasts) {
  const unit = points[0].value.unit;
  const values = points.map((one) => ({ x: one.x, y: one.value.value, decision: one.decision }));
  const all = [
    line(`${metric} ${unit}`.trim(), values, colour("--series-0"), { pointRadius: 4 }),
    line("threshold", points.map((one) => ({ x: one.x, y: one.bound.value })), colour("--bad"), { borderDash: [6, 3], stepped: true }),
  ];
  if (points.some((one) => one.replicas)) {
    all.push(line("replicas", points.filter((one) => one.replicas).map((one) => ({ x: one.x, y: one.replicas })), colour("--series-2"),
        { stepped: true, yAxisID: "replicas" }));
  }
  [...new Set(forecasts.map((one) => one.requestId))].forEach((request, index) => {
    const of = forecasts.filter((one) => one.requestId === request);
    all.push(line(`${request}, counted, requests/s`, rates(of, "observed"), colour(`--series-${3 + index % 2}`), { yAxisID: "rate",
        borderWidth: 1 }));
    all.push(line(`${request}, forecast, requests/s`, rates(of, "expected"), colour(`--series-${3 + index % 2}`), { yAxisID: "rate",
        borderWidth: 1, borderDash: [2, 3] }));
  });
  return all.filter((one) => one.data.length);
}

function options(shown, first, last) {
  const grid = { color: colour("--line") };
  const ink = colour("--muted");
  const axis = (title, position) => ({ type: "linear", position, beginAtZero: true, grid: position === "left" ? grid : { display: false },
      ticks: { color: ink, maxTicksLimit: 6 }, title: { display: true, text: title, color: ink } });
  const scales = { x: { type: "linear", min: first, max: last, grid, ticks: { color: ink, maxTicksLimit: 7,
      callback: (value) => new Date(value).toLocaleTimeString("en-GB") } }, y: axis(shown[0].label, "left") };
  if (shown.some((one) => one.yAxisID === "replicas")) {
    scales.replicas = { ...axis("replicas", "right"), ticks: { color: ink, precision: 0 } };
  }
  if (shown.some((one) => one.yAxisID === "rate")) scales.rate = axis("requests/s", "right");
  return { animation: false, responsive: true, maintainAspectRatio: false, interaction: { mode: "nearest", axis: "x", intersect: false },
    scales, plugins: { legend: { position: "bottom", labels: { color: colour("--ink"), usePointStyle: true, pointStyle: "line" } },
      tooltip: { callbacks: { title: (at) => (at.length ? new Date(at[0].parsed.x).toLocaleString("en-GB") : ""),
        label: ({ dataset, raw }) => [`${dataset.label}: ${number(raw.y)}`, raw.decision?.outcome].filter(Boolean) } } } };
}

/** @param items decisions of the application, newest first; of all applications where none is chosen */
export function curves(application, items) {
  const names = application ? metrics(items) : [];
  const note = h("p", { class: "hint", role: "status" }, application
    ? `No decision about ${application} compares a metric with a threshold.` : "choose an application to see its metrics");
  const title = h("header", {}, h("h2", {}, "Metrics and thresholds"));
  const section = h("section", { class: "card timelines", "aria-label": "Metrics and thresholds" }, title);
  if (!names.length) {
    section.append(note);
    return section;
  }
  chosen.metric = names.includes(chosen.metric) ? chosen.metric : names[0];
  const canvas = h("canvas", { role: "img" });
  let chart = null;

  async function draw() {
    const points = read(items, chosen.metric);
    const [forecasts] = await Promise.all([getAllOrNull(`/applications/${application}/forecasts`).then((found) => found ?? []),
        script(CHART)]);
    chart?.destroy();
    const shown = datasets(chosen.metric, points, forecasts);
    const first = points[0].x - 30_000;
    const last = Math.max(points[points.length - 1].x + 30_000, ...shown.flatMap((one) => one.data.map((point) => point.x)));
    const words = `${chosen.metric}: ${points.length} decisions, the latest at ${number(points[points.length - 1].value.value)}, threshold `
      + number(points[points.length - 1].bound.value);
    canvas.setAttribute("aria-label", words);
    note.textContent = `${words}. A point per decision of a rule that reads the metric, also of one not to act.`;
    chart = new window.Chart(canvas, { type: "line", data: { datasets: shown }, options: options(shown, first, last) });
  }

  const fail = (fault) => { note.textContent = fault.message; };
  title.append(h("div", { class: "end tools" }, choice("Metric", [["", Object.fromEntries(names.map((name) => [name, name]))]],
      chosen.metric, (value) => { chosen.metric = value; draw().catch(fail); })));
  section.append(h("div", { class: "chart" }, canvas), note);
  draw().catch(fail);
  return section;
}
