// What is drawn on the map: sites, their names, lines between them and the figures on these.
import { s } from "../dom.js";
import { FARTHEST, names, overlap, spread } from "./room.js";
import { heat, scale } from "./metrics.js";

/** Each kind has its own shape: kinds are distinguishable without colour. */
function glyph(kind) {
  if (kind === "users") {
    return [s("circle", { class: "glyph", r: 11 }), s("circle", { class: "person", cy: -2.6, r: 3 }),
        s("path", { class: "person", d: "M-5.6 6.6a5.6 5.6 0 0 1 11.2 0z" })];
  }
  if (kind === "private") return [s("rect", { class: "glyph solid", x: -9.5, y: -9.5, width: 19, height: 19, rx: 3.5 })];
  if (kind === "public") return [s("path", { class: "glyph solid", d: "M0-12L10.7-6V6L0 12L-10.7 6V-6Z" })];
  return [s("circle", { class: "glyph solid", r: 10 })];
}

const what = (site) => (site.kind === "users" ? "users" : `${site.kind}, ${site.hosts.length} host${site.hosts.length === 1 ? "" : "s"}`);

/** @param at site -> {x, y} in pixels, where it really is */
export function placed(sites, at) {
  const marks = sites.map((site) => {
    const { x, y } = at(site);
    return { site, x, y, anchorX: x, anchorY: y };
  });
  spread(marks, FARTHEST + 1);
  return marks;
}

/** A curve that leaves room for the way back. */
function curve(a, b) {
  const bend = Math.min(70, Math.hypot(b.x - a.x, b.y - a.y) * 0.16);
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const cx = (a.x + b.x) / 2 + ((b.y - a.y) / length) * bend;
  const cy = (a.y + b.y) / 2 - (Math.abs(b.x - a.x) / length) * bend;
  const at = (t) => ({ x: (1 - t) ** 2 * a.x + 2 * t * (1 - t) * cx + t * t * b.x,
      y: (1 - t) ** 2 * a.y + 2 * t * (1 - t) * cy + t * t * b.y });
  return { at, d: `M${a.x.toFixed(1)} ${a.y.toFixed(1)}Q${cx.toFixed(1)} ${cy.toFixed(1)} ${b.x.toFixed(1)} ${b.y.toFixed(1)}` };
}

/** Everything, for a map of that size in pixels. @param shown {sites, pairs, metric, chosen, onSite, onPair} */
export function drawing(marks, shown, width, height) {
  const { pairs, metric, chosen } = shown;
  const bySite = new Map(marks.map((mark) => [mark.site.id, mark]));
  const share = scale(pairs.map((pair) => metric.of(pair.path)), metric);
  const lines = pairs.filter((pair) => metric.of(pair.path) !== undefined && bySite.has(pair.from) && bySite.has(pair.to)).map((pair) => {
    const near = !chosen || pair.from === chosen || pair.to === chosen;
    return { pair, near, ...curve(bySite.get(pair.from), bySite.get(pair.to)), value: metric.of(pair.path) };
  }).sort((a, b) => a.near - b.near);
  const visible = marks.filter((mark) => mark.x > 0 && mark.y > 0 && mark.x < width && mark.y < height);
  const titles = names(visible, visible.map(({ site }) => [Math.max(site.id.length * 7.6, what(site).length * 6) + 6, 28]), width, height);
  return [
    lines.map((line) => s("path", { class: line.near ? "wire" : "wire far", d: line.d,
        style: { stroke: heat(0.25 + 0.75 * share(line.value)), "stroke-width": line.near ? 2.2 : 1.1 } })),
    visible.map((mark, index) => titles[index]?.far && s("line", { class: "leader", x1: mark.x, y1: mark.y, x2: titles[index].x,
        y2: titles[index].y })),
    marks.map((mark) => siteMark(mark, mark.site.id === chosen, shown.onSite)),
    visible.map((mark, index) => titles[index] && siteName(mark.site, titles[index])),
    labels(lines.filter((line) => line.near && (chosen || lines.length <= 12)), visible, titles, shown, [width, height]),
  ];
}

/** Along a curve, from its middle outwards. */
const PLACES = Array.from({ length: 19 }, (_, index) => 0.5 + (index % 2 ? 1 : -1) * Math.ceil(index / 2) * 0.04);

/**
 * Along its curve each label takes the first place that covers neither a site nor a name nor another label; without one its value is in the
 * matrix only.
 */
function labels(lines, marks, titles, { metric, onPair }, [right, bottom]) {
  const taken = [...marks.map((mark) => ({ x: mark.x, y: mark.y, w: 26, h: 26 })), ...titles.filter((title) => title)];
  return lines.map((line) => {
    const text = metric.text(line.value);
    const width = 14 + text.length * 7;
    const box = PLACES.map((t) => ({ ...line.at(t), w: width + 4, h: 24 }))
      .find((one) => one.x > one.w / 2 && one.x < right - one.w / 2 && one.y > one.h / 2 && one.y < bottom - one.h / 2
        && taken.every((other) => !overlap(one, other)));
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
  return s("g", { class: `site ${chosen ? "chosen" : ""}`, "data-site": site.id, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      tabindex: 0, role: "button",
    "aria-pressed": String(chosen), "aria-label": `Site ${site.id}, ${what(site)}`, onclick: choose,
        onkeydown: (event) => pressed(event, choose) },
  s("title", {}, `${site.id}: ${what(site)}`), s("circle", { class: "halo", r: 16 }), glyph(site.kind));
}

function siteName(site, { x, y }) {
  return s("g", { class: "site-title", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, "aria-hidden": "true" },
    s("text", { class: "site-name", y: -1 }, site.id), s("text", { class: "site-kind", y: 11 }, what(site)));
}

function pressed(event, action) {
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    action();
  }
}
