// Starts probe runs and shows how far they are.
import { h } from "../dom.js";

const SCOPES = { idle: "Round-trip times", trains: "And throughput, estimated by packet trains", quick: "And throughput, one flow per ISP",
    standard: "And throughput per ISP", full: "Throughput of every path" };

export function measuring(onMeasure) {
  const scope = h("select", { "aria-label": "What to measure" }, Object.entries(SCOPES).map(([value, text]) =>
    h("option", { value, selected: value === "standard" }, text)));
  const button = h("button", { type: "button", class: "primary", onclick: () => onMeasure(button, scope.value) }, "Measure");
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Probes taken" });
  const text = h("span", { class: "muted small", role: "status" });
  const running = h("span", { class: "probing", hidden: true }, bar, text);
  return {
    element: h("div", { class: "tools" }, running, scope, button),
    /** @param event of type probe */
    show(event) {
      const ended = event.state !== "RUNNING" && event.state !== "READY";
      running.hidden = false;
      button.disabled = !ended;
      bar.max = Math.max(event.total, 1);
      bar.value = event.done;
      text.textContent = ended ? `${event.state.toLowerCase()}: ${event.done} probes` : `${event.done} of ${event.total} probes`;
    },
  };
}
