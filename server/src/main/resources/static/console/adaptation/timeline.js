// Decisions along time: a row per application, a mark per decision, coloured by its verdict. The table below has the same in words.
import { h, s } from "../dom.js";

const WIDTH = 1000;
const ROW = 30;
const LEFT = 150;
const RIGHT = 20;
const AXIS = 24;
/** Colour class of each state of an action; decisions without an action have none. */
const TONES = { DONE: "good", DEPLOYING: "accent", DECIDED: "accent", PROPOSED: "warn", HELD: "warn", OBSERVED: "", LAPSED: "",
    EXPIRED: "warn", FAILED: "bad", UNDONE: "bad" };

export const verdict = (action) => (action ? h("span", { class: `tag ${TONES[action.state] ?? ""}` }, action.state.toLowerCase()) : null);

/** The figure against its threshold, where the rule has one: "silence 7.1 s, threshold 7 s". */
const figures = (decision) => decision.figures
  .map((figure) => `${figure.name} ${figure.value.toLocaleString("en", { maximumFractionDigits: 2 })} ${figure.unit}`.trim()).join(", ");

function says(decision) {
  const action = decision.action;
  return [`${new Date(decision.at).toLocaleString("en-GB")}  ${decision.rule}${action ? `: ${action.state.toLowerCase()}` : ""}`,
      decision.cause, figures(decision),
    action?.limit && `limit ${action.limit}: ${action.limitText}`, decision.outcome].filter(Boolean).join("\n");
}

/** @param items decisions, newest first */
export function timeline(items) {
  const rows = [...new Set(items.map((one) => one.application ?? "all"))].sort();
  const first = Date.parse(items[items.length - 1].at);
  const last = Math.max(Date.parse(items[0].at), first + 60_000);
  const x = (at) => LEFT + ((Date.parse(at) - first) / (last - first)) * (WIDTH - LEFT - RIGHT);
  const y = (one) => AXIS + ROW * rows.indexOf(one.application ?? "all") + ROW / 2;
  const height = AXIS + ROW * rows.length + 4;
  return h("section", { class: "card", "aria-label": "Time line of decisions" },
      h("header", {}, h("h2", {}, "Time line"), h("p", {}, "a mark per decision; its text has figures, threshold, limit and verdict")),
    s("svg", { class: "decisions-line", viewBox: `0 0 ${WIDTH} ${height}`, role: "img",
        "aria-label": `${items.length} decisions from ${new Date(first).toLocaleString("en-GB")} to `
        + `${new Date(last).toLocaleString("en-GB")}` },
      [0, 0.25, 0.5, 0.75, 1].map((share) => {
        const at = new Date(first + share * (last - first));
        const where = LEFT + share * (WIDTH - LEFT - RIGHT);
        return [s("line", { x1: where, x2: where, y1: AXIS, y2: height }), s("text",
            { x: where, y: 14, "text-anchor": share === 1 ? "end" : share ? "middle" : "start" }, label(at, last - first))];
      }),
      rows.map((row, index) => s("text", { x: 4, y: AXIS + ROW * index + ROW / 2 + 4 }, row.length > 20 ? `${row.slice(0, 19)}…` : row)),
      items.map((one) => s("circle", { class: `mark ${TONES[one.action?.state] ?? ""}`, cx: x(one.at), cy: y(one), r: one.action ? 7 : 4,
          "data-number": one.number }, s("title", {}, says(one))))));
}

const label = (at, span) => (span < 864e5 ? at.toLocaleTimeString("en-GB") : at.toLocaleString("en-GB",
    { dateStyle: "short", timeStyle: "short" }));
