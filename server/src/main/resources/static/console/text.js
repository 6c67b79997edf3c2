// Figures and times as people read them.
import { h } from "./dom.js";

export function millis(value) {
  if (value < 1) return `${value.toFixed(2)} ms`;
  if (value < 9.95) return `${value.toFixed(1)} ms`;
  return value < 10000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`;
}

export function rate(value) {
  if (value >= 1e9) return `${(value / 1e9).toFixed(1)} Gbit/s`;
  if (value >= 9.95e6) return `${Math.round(value / 1e6)} Mbit/s`;
  return value >= 1e6 ? `${(value / 1e6).toFixed(1)} Mbit/s` : `${Math.round(value / 1e3)} kbit/s`;
}

export function bytes(value) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let power = 0;
  while (value >= 1024 && power < units.length - 1) { value /= 1024; power += 1; }
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

export const percent = (share) => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
export const cores = (milli) => `${milli / 1000} core${milli === 1000 ? "" : "s"}`;
export const euros = (cents) => `${(cents / 100).toFixed(2)} EUR/month`;
export const seconds = (value) => (value < 90 ? `${value.toFixed(1)} s` : `${Math.round(value / 60)} min`);
export const family = (name) => (name === "ipv6" ? "IPv6" : "IPv4");
/** Of the planner, a hundred for 1 ms or 1 EUR/month at weight 1. */
export const points = (value) => (value / 100).toFixed(2);
export const shortId = (id) => id.slice(0, 12);

export function age(instant, now = Date.now()) {
  const elapsed = Math.max(0, (now - Date.parse(instant)) / 1000);
  if (elapsed < 60) return `${Math.round(elapsed)} s ago`;
  if (elapsed < 5400) return `${Math.round(elapsed / 60)} min ago`;
  return elapsed < 172800 ? `${Math.round(elapsed / 3600)} h ago` : `${Math.round(elapsed / 86400)} days ago`;
}

/** Day and time, with the exact instant for who points at it. */
export function moment(instant) {
  return h("time", { datetime: instant, title: instant }, new Date(instant).toLocaleString("en-GB",
      { dateStyle: "short", timeStyle: "medium" }));
}

export const clock = (instant) => new Date(instant).toLocaleTimeString("en-GB");

/** Reads "bergen.BKK/ipv6". */
export function point(text) {
  const [place, version] = text.split("/");
  const dot = place.indexOf(".");
  return { siteId: place.slice(0, dot), ispId: place.slice(dot + 1), family: version };
}

/** Reads "bergen.BKK/ipv6 -> simula.Uninett/ipv6". */
export function path(text) {
  const [from, to] = text.split(" -> ");
  return { from: point(from), to: point(to) };
}
