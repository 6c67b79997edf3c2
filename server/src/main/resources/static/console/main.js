// Starts the console: which view, which application, what is live.
import { getAllOrNull } from "./api.js";
import { byId, empty, h } from "./dom.js";
import { logout, scheme, standing } from "./frame.js";
import { listen, subscribe } from "./live.js";

/** Each is read when it is shown first; the page of all applications is read with the document, which names what it needs. */
const VIEWS = {
  applications: async (name) => (await import("./applications/view.js")).applicationsView(name),
  services: async (name) => (await import("./services/view.js")).servicesView(name),
  network: async (name) => (await import("./network/view.js")).networkView(name),
  nodes: async (name) => (await import("./nodes/view.js")).nodesView(name),
  placement: async (name) => (await import("./placement/view.js")).placementView(name),
  plan: async (name) => (await import("./plan/view.js")).planView(name),
  progress: async (name) => (await import("./progress/view.js")).progressView(name),
  adaptation: async (name) => (await import("./adaptation/view.js")).adaptationView(name),
  audit: async (name) => (await import("./audit/view.js")).auditView(name),
};
const TITLES = { applications: "Applications", services: "Services", network: "Network", nodes: "Nodes", placement: "Placement",
  plan: "Plan",
    progress: "Progress", adaptation: "Adaptation", audit: "Audit" };
/** Views of one application, which is chosen in the bar. */
const OF_ONE = ["placement", "plan", "progress"];
let application = "";
let leave = () => {};
let showing = 0;

function place() {
  const [first, view = first.slice(1), name = ""] = location.hash.split("/");
  return { view: view || "applications", name: readable(name) };
}

/** What was typed may be no address at all. */
function readable(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function unknownView(view) {
  const known = Object.entries(TITLES).map(([one, title]) => h("li", {}, h("a", { href: `#/${one}` }, title)));
  return { elements: [h("section", { class: "card empty" }, h("h1", {}, "No such page"),
      h("p", {}, `The console has no page ${readable(view)}.`), h("ul", { class: "pages" }, known))] };
}

async function show(focus) {
  const { view, name } = place();
  if (name) application = name;
  const mine = ++showing;
  leave();
  leave = () => {};
  byId("view").removeAttribute("data-shown");
  document.title = `${TITLES[view] ?? "No such page"} · Caravan`;
  document.querySelectorAll("nav a").forEach((link) =>
    link.dataset.view === view ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current"));
  // Where the window is narrow, links of pages are in a row that scrolls.
  document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  byId("application-chooser").hidden = !OF_ONE.includes(view) || !byId("application").options.length;
  try {
    const shown = Object.hasOwn(VIEWS, view) ? await VIEWS[view](application) : unknownView(view);
    if (mine !== showing) return shown.leave?.();
    leave = shown.leave ?? leave;
    byId("view").replaceChildren(...shown.elements);
    byId("view").dataset.shown = view;
    performance.mark("shown");
    if (focus) {
      byId("view").focus({ preventScroll: true });
      scrollTo(0, 0);
    }
  } catch (fault) {
    if (mine === showing) byId("view").replaceChildren(empty("This page cannot be shown",
        `${fault.message}${fault.suggestion ? ` Maybe ${fault.suggestion}` : ""}`));
  }
}

async function loadApplications() {
  const list = (await getAllOrNull("/applications")) ?? [];
  if (!list.some((one) => one.name === application)) application = list[0]?.name ?? "";
  byId("application").replaceChildren(...list.map((one) =>
    h("option", { value: one.name, selected: one.name === application }, one.name)));
}

async function start() {
  scheme(() => show(false));
  logout();
  application = place().name;
  // At once: who goes on before the server has answered would stay where it was.
  addEventListener("hashchange", () => show(true));
  const chosen = loadApplications();
  const first = OF_ONE.includes(place().view) ? chosen.then(() => show(false)) : show(false);
  await Promise.all([standing(), chosen]);
  byId("application").addEventListener("change", (event) => {
    location.hash = `#/${place().view}/${encodeURIComponent(event.target.value)}`;
  });
  // An address of its own would lead away from the page.
  document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); byId("view").focus(); });
  subscribe(async (event) => {
    if (event.type === "application" && ["MODEL", "REMOVED"].includes(event.state)) {
      const before = application;
      await loadApplications();
      if (application !== before) show(false);
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
