// The heat map: rows are where a path starts, columns where it ends. Arrow keys move between cells.
import { h } from "../dom.js";
import { family } from "../text.js";
import { figureOf, heat, heatInk, scale } from "./metrics.js";

const key = (from, to) => `${from}|${to}`;
export const pointId = (point) => `${point.siteId}.${point.ispId}/${point.family}`;

/**
 * @param ends [{id, site, detail}] in the order shown
 * @param cells Map "from|to" -> path
 */
export function matrix({ ends, cells, metric, metricKey, chosen, onCell, caption }) {
  const share = scale([...cells.values()].map((path) => metric.of(path)), metric);
  const body = ends.map((row) => h("tr", {}, head(row, "row"), ends.map((column) => {
    const path = cells.get(key(row.id, column.id));
    return path && metric.of(path) !== undefined ? cell(row, column, path) : gap(row, column);
  })));

  function cell(row, column, path) {
    const value = metric.of(path);
    const estimated = figureOf(path, metricKey)?.origin === "ESTIMATED";
    const [number, unit] = metric.text(value).split(" ");
    const name = `${row.id} to ${column.id}: ${metric.text(value)}${estimated ? ", estimated" : ""}`;
    return h("td", { class: `${estimated ? "estimated " : ""}${chosen === path ? "chosen" : ""}`, tabindex: -1, role: "gridcell",
        title: name, "aria-label": name,
      style: { background: heat(share(value)), color: heatInk(share(value)) },
      onclick: () => onCell(path), onkeydown: (event) => steer(event, () => onCell(path)) },
    number, h("small", {}, unit));
  }

  function gap(row, column) {
    return h("td", { class: row.site === column.site ? "same" : "gap", tabindex: -1, role: "gridcell",
        "aria-label": row.site === column.site ? "same site" : `${row.id} to ${column.id}: unknown`, onkeydown: (event) => steer(event) },
        row.site === column.site ? "" : "·");
  }

  const table = h("table", { class: "matrix", role: "grid" }, h("caption", { class: "visually-hidden" }, caption),
    h("thead", {}, h("tr", {}, h("td", { class: "corner" }, h("span", {}, "from ↓  to →")), ends.map((end) => head(end, "col")))),
    h("tbody", {}, body));
  table.querySelector("tbody td")?.setAttribute("tabindex", "0");
  return h("div", { class: "scroll" }, table);
}

function head(end, scope) {
  return h("th", { scope }, h("span", {}, end.site.split("-").flatMap((part, index) => (index ? ["-", h("wbr", {}), part] : [part]))),
      end.detail && h("small", {}, end.detail.ispId, " ", h("b", { class: `family ${end.detail.family}` },
      family(end.detail.family).slice(2))));
}

function steer(event, choose) {
  const here = event.currentTarget;
  const row = here.parentElement;
  const index = [...row.children].indexOf(here);
  const next = { ArrowRight: here.nextElementSibling, ArrowLeft: here.previousElementSibling,
      ArrowDown: row.nextElementSibling?.children[index], ArrowUp: row.previousElementSibling?.children[index] }[event.key];
  if (next?.matches("td")) {
    event.preventDefault();
    here.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  } else if (choose && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    choose();
  }
}

export function legend(values, metric) {
  const known = values.filter((value) => value !== undefined);
  if (!known.length) return null;
  return h("div", { class: "legend" }, h("span", {}, metric.text(Math.min(...known))), h("i", { "aria-hidden": "true" }),
      h("span", {}, metric.text(Math.max(...known))),
    h("span", { class: "estimated-key" }, "estimated from other paths"));
}
