// View 1: the sites, and what was measured between them.
import { getAll, getOrNull, post } from "../api.js";
import { choice, empty, h, segments } from "../dom.js";
import { subscribe } from "../live.js";
import { attempt } from "../notice.js";
import { point } from "../text.js";
import { pairDetail } from "./detail.js";
import { networkMap, prepareMap } from "./map.js";
import { legend, matrix, pointId } from "./matrix.js";
import { METRIC_NAMES, METRICS, best } from "./metrics.js";
import { measuring } from "./measuring.js";
import { timelines } from "./timelines.js";

const look = { metric: "rtt", family: "any", isp: "", rows: "sites", site: null, path: null };

export async function networkView() {
  const [infrastructure] = await Promise.all([getOrNull("/infrastructure"), prepareMap()]);
  if (!infrastructure) {
    return { elements: [empty("No infrastructure yet",
        "The server has no sites on which applications can run. Load the sites, their ISPs and hosts.",
        "caravan infrastructure put sites.caravan")] };
  }
  const root = h("div", { class: "grid network" });
  const map = networkMap(infrastructure.sites);
  let paths = await load();
  async function load() {
    const known = (await getAll("/network")).map((path) => ({ ...path, from: point(path.from), to: point(path.to) }));
    return known.filter((path) => path.from.siteId !== path.to.siteId);
  }
  async function draw() {
    const held = document.activeElement?.closest?.(".network") ? document.activeElement.getAttribute("name") : null;
    root.replaceChildren(...parts(infrastructure, paths, map, draw));
    root.classList.toggle("wide", look.rows === "points");
    if (held) root.querySelector(`[name="${held}"]:checked`)?.focus();
  }
  const probes = measuring(async (button, scope) => attempt(button, () => post("/probes", { scope })));
  const end = subscribe(async (event) => {
    if (event.type === "probe") probes.show(event);
    if (event.type === "network" || event.type === "probe" && event.state === "DONE") {
      paths = await load();
      await draw();
    }
  });
  await draw();
  const measured = paths.filter((path) => path.idleRtt.origin === "MEASURED").length;
  const text = paths.length ? `${infrastructure.sites.length} sites, ${paths.length} directed paths known by ISP and IP version, `
    + `${measured} of them measured.`
    : `${infrastructure.sites.length} sites. Nothing is measured yet: measure before the first plan.`;
  return { elements: [h("div", { class: "head" }, h("div", { class: "title" }, h("h1", {}, `Network of ${infrastructure.name}`),
      h("p", {}, text)), probes.element), root], leave: () => { end(); map.leave(); } };
}

function parts(infrastructure, paths, map, redraw) {
  const metric = METRICS[look.metric];
  const shown = paths.filter((path) => (look.family === "any" || path.from.family === look.family) && throughIsp(path));
  const set = (key) => (value) => { look[key] = value; look.path = null; redraw(); };
  if (look.site === null) look.site = infrastructure.sites.find((site) => site.kind === "users")?.id ?? "";
  const pairs = byPair(shown, metric);
  const show = (path) => { look.path = path; redraw(); };
  map.show({ sites: infrastructure.sites, pairs, metric, chosen: look.site,
    onSite: (site) => { look.site = site; redraw(); }, onPair: (pair) => show(pair.path) });
  const values = shown.map((path) => metric.of(path));
  return [
    h("section", { class: "card tools-card", "aria-label": "What to show" }, h("div", { class: "tools" },
      choice("Figure", [["", METRIC_NAMES]], look.metric, set("metric")),
      segments("IP version", "family", { any: "Best", ipv4: "IPv4", ipv6: "IPv6" }, look.family, set("family")),
      choice("ISP", isps(infrastructure), look.isp, set("isp")),
      segments("Rows", "rows", { sites: "Best per site", points: "Every ISP" }, look.rows, set("rows")),
      legend(values, metric))),
    h("section", { class: "card map-card", "aria-label": "Map" }, map.element, key()),
    h("section", { class: "card matrix-card", "aria-label": "Matrix" }, h("header", {}, h("h2", {}, metric.title),
        h("p", {}, look.rows === "sites" ? "best path between two sites" : "each ISP and IP version")),
      paths.length ? grid(infrastructure, shown, pairs, metric, show) : h("p", { class: "hint" }, "Nothing is measured yet.")),
    ...detail(paths, metric),
  ];
}

const throughIsp = (path) => {
  if (!look.isp) return true;
  const [site, isp] = look.isp.split(".");
  const fits = (point) => point.siteId !== site || point.ispId === isp;
  return fits(path.from) && fits(path.to);
};

function isps(infrastructure) {
  return [["", { "": "Any" }], ...infrastructure.sites.map((site) =>
    [site.id, Object.fromEntries(site.isps.map((isp) => [`${site.id}.${isp.id}`, `${isp.id} at ${site.id}`]))])];
}

/** The best path per unordered pair of sites. */
function byPair(paths, metric) {
  const groups = new Map();
  paths.forEach((path) => {
    const ends = [path.from.siteId, path.to.siteId].sort();
    groups.set(ends.join("|"), [...(groups.get(ends.join("|")) ?? []), path]);
  });
  return [...groups.entries()].map(([ends, group]) => {
    const [from, to] = ends.split("|");
    return { from, to, path: best(group, metric) };
  });
}

function grid(infrastructure, shown, pairs, metric, onCell) {
  const cells = new Map();
  let ends;
  if (look.rows === "sites") {
    const groups = new Map();
    shown.forEach((path) => {
      const id = `${path.from.siteId}|${path.to.siteId}`;
      groups.set(id, [...(groups.get(id) ?? []), path]);
    });
    groups.forEach((group, id) => cells.set(id, best(group, metric)));
    ends = infrastructure.sites.map((site) => ({ id: site.id, site: site.id }));
  } else {
    shown.forEach((path) => cells.set(`${pointId(path.from)}|${pointId(path.to)}`, path));
    const points = new Map(shown.flatMap((path) => [path.from, path.to]).map((point) => [pointId(point), point]));
    ends = [...points.keys()].sort().map((id) => ({ id, site: points.get(id).siteId, detail: points.get(id) }));
  }
  return matrix({ ends, cells, metric, metricKey: look.metric, chosen: look.path, onCell, caption: metric.title });
}

function detail(paths, metric) {
  const chosen = look.path;
  if (!chosen) return [h("p", { class: "hint" },
      "Choose a site on the map to see its paths, or a cell to see every ISP and IP version between two sites, and how they went.")];
  const between = paths.filter((path) => path.from.siteId === chosen.from.siteId && path.to.siteId === chosen.to.siteId);
  const order = (path) => metric.of(path) ?? (metric.better(0, 1) ? Infinity : -Infinity);
  between.sort((a, b) => (metric.better(order(a), order(b)) ? -1 : 1));
  const again = between.find((path) => pointId(path.from) === pointId(chosen.from) && pointId(path.to) === pointId(chosen.to));
  return [timelines(between, metric, look.metric), pairDetail(chosen.from.siteId, chosen.to.siteId, between, again)];
}

function key() {
  return h("ul", { class: "key" }, [["edge", "edge site"], ["private", "private cloud"], ["public", "public cloud"],
      ["users", "network of users"]].map(([kind, text]) =>
    h("li", {}, h("i", { class: `shape ${kind}`, "aria-hidden": "true" }), text)));
}
