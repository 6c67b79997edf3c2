// What hosts can do, as they were measured.
import { h, table } from "../dom.js";
import { age } from "../text.js";

const KINDS = { cpu: "Processor", memory: "Memory", disk: "Disk", "network-out": "Network out", "network-in": "Network in" };
const short = (value) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));
const unknown = () => h("span", { class: "muted" }, "not known");

export function capabilities(shown) {
  const measured = shown.filter((one) => one.capability);
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, "As measured"),
      h("p", {}, "figures are comparable between hosts, independent of the processor model")),
    measured.length ? table("Measured capabilities of hosts", ["Host", ...Object.values(KINDS), "Power", "Measured"], measured.map(row),
        [1, 2, 3, 4, 5, 6])
      : h("p", { class: "hint" }, "No host was measured yet: Measure, or caravan node measure."));
}

function row({ id, capability }) {
  return [h("strong", {}, id), ...Object.keys(KINDS).map((kind) => figure(capability, kind)),
    capability.watts ? `${short(capability.watts.idle)}–${short(capability.watts.load)} W` : unknown(),
    h("time", { datetime: capability.measuredAt, title: capability.measuredAt }, age(capability.measuredAt))];
}

function figure(capability, kind) {
  const found = capability.figures.find((one) => one.what === kind);
  return found ? [short(found.mean), h("small", { class: "muted" }, ` ± ${short(found.halfWidth95)} ${found.unit}`)] : unknown();
}
