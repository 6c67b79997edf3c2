// Starts the console: which view, which application, what is live.
import { get, getOrNull } from "./api.js";
import { byId, h } from "./dom.js";
import { listen, subscribe } from "./live.js";
import { notice } from "./notice.js";

/** Each is read when it is shown first; the page of all applications is read with the document, which names what it needs. */
const VIEWS = {
  applications: async (name) => (await import("./applications/view.js")).applicationsView(name),
  network: async (name) => (await import("./network/view.js")).networkView(name),
  placement: async (name) => (await import("./placement/view.js")).placementView(name),
  plan: async (name) => (await import("./plan/view.js")).planView(name),
  progress: async (name) => (await import("./progress/view.js")).progressView(name),
  adaptation: async (name) => (await import("./adaptation/view.js")).adaptationView(name),
  audit: async (name) => (await import("./audit/view.js")).auditView(name),
};
const TITLES = { applications: "Applications", network: "Network", placement: "What runs where", plan: "Plan", progress: "Progress", adaptation: "Adaptation", audit: "Audit" };
/** Views of one application, which is chosen in the bar. */
const OF_ONE = ["placement", "plan", "progress"];
let application = "";
let leave = () => {};
let showing = 0;

function place() {
  const [, view = "applications", name = ""] = location.hash.split("/");
  return { view: VIEWS[view] ? view : "applications", name: decodeURIComponent(name) };
}

async function show(focus) {
  const { view, name } = place();
  if (name) application = name;
  const mine = ++showing;
  leave();
  leave = () => {};
  byId("view").removeAttribute("data-shown");
  document.title = `${TITLES[view]} · Caravan`;
  document.querySelectorAll("nav a").forEach((link) =>
    link.dataset.view === view ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current"));
  byId("application-chooser").hidden = !OF_ONE.includes(view) || !byId("application").options.length;
  try {
    const shown = await VIEWS[view](application);
    if (mine !== showing) return shown.leave?.();
    leave = shown.leave ?? leave;
    byId("view").replaceChildren(...shown.elements);
    byId("view").dataset.shown = view;
    performance.mark("shown");
    if (focus) byId("view").focus({ preventScroll: true });
  } catch (fault) {
    notice(fault.message, fault.suggestion ? `Maybe ${fault.suggestion}` : "");
  }
}

async function loadApplications() {
  const list = (await getOrNull("/applications")) ?? [];
  if (!list.some((one) => one.name === application)) application = list[0]?.name ?? "";
  byId("application").replaceChildren(...list.map((one) =>
    h("option", { value: one.name, selected: one.name === application }, one.name)));
}

function scheme() {
  const kept = localStorage.getItem("scheme");
  if (kept) document.documentElement.dataset.scheme = kept;
  byId("scheme").addEventListener("click", () => {
    const dark = document.documentElement.dataset.scheme === "dark"
      || !document.documentElement.dataset.scheme && matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.scheme = dark ? "light" : "dark";
    localStorage.setItem("scheme", document.documentElement.dataset.scheme);
    show(false);
  });
}

function logout() {
  byId("logout").addEventListener("click", async () => {
    await fetch("/logout", { method: "POST", redirect: "manual" });
    location.assign("/login");
  });
}

async function start() {
  scheme();
  logout();
  application = place().name;
  const chosen = loadApplications();
  const first = OF_ONE.includes(place().view) ? chosen.then(() => show(false)) : show(false);
  const [health, caller] = await Promise.all([get("/health"), get("/caller"), chosen]);
  byId("simulated").hidden = !health.simulated;
  byId("audit").hidden = caller.role !== "admin";
  byId("application").addEventListener("change", (event) => {
    location.hash = `#/${place().view}/${encodeURIComponent(event.target.value)}`;
  });
  addEventListener("hashchange", () => show(true));
  subscribe(async (event) => {
    if (event.type === "application" && event.state === "MODEL") {
      const before = application;
      await loadApplications();
      if (!before) show(false);
    }
    if (event.type === "infrastructure") show(false);
  });
  listen((on) => {
    byId("live").className = `live ${on ? "on" : "off"}`;
    byId("live-text").textContent = on ? "live" : "reconnecting";
  });
  await first;
}

start();
