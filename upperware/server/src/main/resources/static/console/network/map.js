// The map: sites at their places, and the best path between each two of them.
import { h, s } from "../dom.js";
import { fit, spread } from "./projection.js";
import { heat, scale } from "./metrics.js";

const WIDTH = 860;
const HEIGHT = 500;
let outline;

async function world() {
  outline ??= fetch("/console/network/world.json").then((response) => response.json());
  return outline;
}

function land(rings, project) {
  const parts = rings.map((ring) => {
    let longitude = 0;
    let latitude = 0;
    let path = "";
    for (let i = 0; i < ring.length; i += 2) {
      longitude += ring[i];
      latitude += ring[i + 1];
      const [x, y] = project(longitude / 10, latitude / 10);
      path += `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    }
    return `${path}Z`;
  });
  return s("path", { class: "land", d: parts.join("") });
}

/** Each kind has its own shape: kinds are told apart without colour. */
function glyph(kind) {
  if (kind === "users") {
    return [s("circle", { class: "glyph", r: 13 }), s("circle", { class: "person", cy: -3, r: 3.6 }), s("path", { class: "person", d: "M-6.6 7.6a6.6 6.6 0 0 1 13.2 0z" })];
  }
  if (kind === "private") return [s("rect", { class: "glyph solid", x: -11, y: -11, width: 22, height: 22, rx: 4 })];
  if (kind === "public") return [s("path", { class: "glyph solid", d: "M0-14L12.5-7V7L0 14L-12.5 7V-7Z" })];
  return [s("circle", { class: "glyph solid", r: 11.5 })];
}

function marks(sites) {
  const project = fit(sites.map((site) => [site.longitude, site.latitude]), WIDTH, HEIGHT, 84);
  const all = sites.map((site) => {
    const [x, y] = project(site.longitude, site.latitude);
    return { site, x, y, anchorX: x, anchorY: y };
  });
  spread(all, 124, 96, WIDTH, HEIGHT, 54);
  return { project, all };
}

/** A curve that leaves room for the way back. */
function curve(a, b) {
  const bend = Math.min(70, Math.hypot(b.x - a.x, b.y - a.y) * 0.16);
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const cx = (a.x + b.x) / 2 + ((b.y - a.y) / length) * bend;
  const cy = (a.y + b.y) / 2 - (Math.abs(b.x - a.x) / length) * bend;
  const at = (t) => ({ x: (1 - t) ** 2 * a.x + 2 * t * (1 - t) * cx + t * t * b.x, y: (1 - t) ** 2 * a.y + 2 * t * (1 - t) * cy + t * t * b.y });
  return { at, d: `M${a.x.toFixed(1)} ${a.y.toFixed(1)}Q${cx.toFixed(1)} ${cy.toFixed(1)} ${b.x.toFixed(1)} ${b.y.toFixed(1)}` };
}

/**
 * @param pairs [{from, to, path}] best path per pair of sites, one per pair
 * @param chosen id of a site whose paths stand out, or ""
 */
export async function networkMap({ sites, pairs, metric, chosen, onSite, onPair }) {
  const { project, all } = marks(sites);
  const bySite = new Map(all.map((mark) => [mark.site.id, mark]));
  const share = scale(pairs.map((pair) => metric.of(pair.path)), metric);
  const { rings } = await world();
  const lines = pairs.filter((pair) => metric.of(pair.path) !== undefined).map((pair) => {
    const near = !chosen || pair.from === chosen || pair.to === chosen;
    return { pair, near, ...curve(bySite.get(pair.from), bySite.get(pair.to)), value: metric.of(pair.path) };
  }).sort((a, b) => a.near - b.near);
  const svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": "Map of sites and the paths between them", class: "map" },
    s("rect", { class: "sea", width: WIDTH, height: HEIGHT, rx: 10 }),
    land(rings, project),
    all.filter((mark) => Math.hypot(mark.x - mark.anchorX, mark.y - mark.anchorY) > 6).map((mark) => [
      s("line", { class: "leader", x1: mark.anchorX, y1: mark.anchorY, x2: mark.x, y2: mark.y }),
      s("circle", { class: "place", cx: mark.anchorX, cy: mark.anchorY, r: 2.4 })]),
    lines.map((line) => s("path", { class: line.near ? "wire" : "wire far", d: line.d, style: { stroke: heat(0.25 + 0.75 * share(line.value)), "stroke-width": line.near ? 2.4 : 1.2 } })),
    all.map((mark) => siteMark(mark, mark.site.id === chosen, onSite)),
    labels(lines.filter((line) => line.near && (chosen || lines.length <= 12)), all, metric, onPair));
  return h("figure", { class: "map-box" }, svg);
}

/** Along a curve, from its middle outwards. */
const PLACES = Array.from({ length: 19 }, (_, index) => 0.5 + (index % 2 ? 1 : -1) * Math.ceil(index / 2) * 0.04);

/** Along its curve each label takes the first place that covers neither a site's name nor another label; without one its value is in the matrix only. */
function labels(lines, all, metric, onPair) {
  const taken = all.flatMap((mark) => [{ x: mark.x, y: mark.y, w: 36, h: 36 }, { x: mark.x, y: mark.y + 32, w: 76, h: 30 }]);
  const free = (box) => taken.every((other) => Math.abs(box.x - other.x) * 2 >= box.w + other.w || Math.abs(box.y - other.y) * 2 >= box.h + other.h);
  return lines.map((line) => {
    const text = metric.text(line.value);
    const width = 14 + text.length * 7;
    const boxes = PLACES.map((t) => ({ ...line.at(t), w: width + 4, h: 24 }));
    const box = boxes.find(free);
    if (!box) return null;
    taken.push(box);
    return label(line.pair, text, box, width, onPair);
  });
}

function label(pair, text, { x, y }, width, onPair) {
  const show = () => onPair(pair);
  return s("g", { class: "wire-label", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, tabindex: 0, role: "button",
    "aria-label": `${pair.from} and ${pair.to}: ${text}`, onclick: show, onkeydown: (event) => pressed(event, show) },
  s("rect", { x: -width / 2, y: -10.5, width, height: 21, rx: 10.5 }), s("text", { y: 4.2 }, text));
}

function siteMark({ site, x, y }, chosen, onSite) {
  const choose = () => onSite(chosen ? "" : site.id);
  const hosts = site.hosts.length;
  const what = site.kind === "users" ? "users" : `${site.kind}, ${hosts} host${hosts === 1 ? "" : "s"}`;
  return s("g", { class: `site ${chosen ? "chosen" : ""}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, tabindex: 0, role: "button",
    "aria-pressed": String(chosen), "aria-label": `Site ${site.id}, ${what}`, onclick: choose, onkeydown: (event) => pressed(event, choose) },
  s("circle", { class: "halo", r: 19 }), glyph(site.kind),
  s("text", { class: "site-name", y: 29 }, site.id), s("text", { class: "site-kind", y: 41 }, what));
}

function pressed(event, action) {
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    action();
  }
}
