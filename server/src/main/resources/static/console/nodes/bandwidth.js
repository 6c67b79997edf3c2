// What copies are granted and use of the access links of their sites, as their hosts last counted.
import { h, table } from "../dom.js";
import { age } from "../text.js";

const giga = (bytes) => (bytes / 1e9).toFixed(bytes < 1e9 ? 3 : 1);
const date = (time) => `${time.slice(0, 16).replace("T", " ")} UTC`;
const mbit = (bits) => `${(bits / 1e6).toFixed(bits < 1e7 ? 2 : 1)}`;

/** @param links readings of all hosts; empty where no host divides an uplink, or where nothing is read */
export function bandwidth(shown, links) {
  const ids = new Set(shown.map((one) => one.id));
  const here = links.filter((one) => ids.has(one.hostId));
  if (!here.length) return null;
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, "Bandwidth of copies"),
    h("p", {}, "in Mbit/s, by direction; granted: what a copy could send or receive, used: what it did")),
    table("Bandwidth of copies by access link",
      ["Host", "Copy", "Link", "Direction", "Minimum", "Maximum", "Share", "Quota", "Granted", "Used", "Refused", "Read"],
      here.map(row), [4, 5, 6, 10]));
}

function row(one) {
  const top = one.maxBitsPerSecond ?? one.capacityBitsPerSecond ?? Math.max(one.grantedBitsPerSecond, one.usedBitsPerSecond, 1);
  return [h("strong", {}, one.hostId),
    [h("a", { href: `#/placement/${encodeURIComponent(one.application)}` }, one.application), ` ${one.copy}`],
    one.capacityBitsPerSecond ? `${one.ispId} of ${mbit(one.capacityBitsPerSecond)}` : one.ispId,
    one.inbound ? "in" : "out",
    one.minBitsPerSecond ? mbit(one.minBitsPerSecond) : "–", one.maxBitsPerSecond ? mbit(one.maxBitsPerSecond) : "–",
    String(one.share), quota(one),
    level(one, "granted", one.grantedBitsPerSecond, top), level(one, "used", one.usedBitsPerSecond, top),
    one.refusedBitsPerSecond ? mbit(one.refusedBitsPerSecond) : "0",
    h("time", { datetime: one.at, title: one.at }, age(one.at))];
}

/** Of all copies of the host on the link together. */
function quota(one) {
  const { quota: of } = one;
  if (!of) return "–";
  const words = `${giga(of.usedBytes)} of ${giga(of.bytes)} GB/${of.period}`;
  return h("div", { class: "room" }, of.exceeded ? h("strong", {}, `${words}: used up`) : words,
    h("meter", { min: 0, max: of.bytes, value: Math.min(of.usedBytes, of.bytes),
        "aria-label": `quota of ${one.ispId} on ${one.hostId}: ${words}` }),
    h("span", { class: "muted" }, of.exceeded ? `${of.eurosPerGib ? `${of.eurosPerGib} EUR/GiB` : `${mbit(of.maxBitsPerSecond)} Mbit/s`} `
      + `until ${date(of.renewal)}` : `renewed ${date(of.renewal)}`));
}

function level(one, what, bits, top) {
  const words = mbit(bits);
  return h("div", { class: "room" }, words, h("meter", { min: 0, max: top, value: Math.min(bits, top),
    "aria-label": `${what} ${one.inbound ? "inbound" : "outbound"} bandwidth of ${one.copy} on ${one.ispId}: ${words} Mbit/s` }));
}
