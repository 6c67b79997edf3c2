// View 2: which instance runs on which host, and the links between them with ISP, IP version and round-trip time.
import { get, getAllOrNull, getOrNull } from "../api.js";
import { empty, h, stateTag } from "../dom.js";
import { subscribe } from "../live.js";
import { bytes, cores, family, millis, path, rate, shortId } from "../text.js";
import { wires } from "./wires.js";

export async function placementView(name) {
  if (!name) return { elements: [empty("No application yet", "Send the model of an application; its plan then waits here for approval.",
      "caravan deploy shop.caravan")] };
  const infrastructure = await getOrNull("/infrastructure");
  const root = h("div", { class: "grid" });
  let drawing;
  async function draw() {
    const [answer, usages] = await Promise.all([get(`/applications/${name}`),
        getAllOrNull(`/applications/${name}/metrics`).catch(() => [])]);
    const application = { ...answer, links: answer.links.map(readPath), entries: answer.entries.map(readPath) };
    drawing?.end();
    const parts = page(application, infrastructure, usages ?? []);
    root.replaceChildren(...parts.elements);
    drawing = parts.wires;
    drawing?.draw();
  }
  await draw();
  requestAnimationFrame(() => drawing?.draw());
  let waiting;
  const end = subscribe((event) => {
    if (event.application !== name || event.type === "plan") return;
    clearTimeout(waiting);
    waiting = setTimeout(draw, 250);
  });
  return { elements: [root], leave: () => { end(); clearTimeout(waiting); drawing?.end(); } };
}

const readPath = (way) => ({ ...way, path: path(way.path) });

function page(application, infrastructure, usages) {
  const head = h("div", { class: "head" }, h("div", { class: "title" },
    h("h1", {}, application.name, " ", h("span", { class: "muted" }, application.version)),
    h("p", {}, stateTag(application.state), " ",
        application.targetPlanId ? `follows plan ${shortId(application.targetPlanId)}` : "was never deployed",
        application.lastError && h("span", { class: "muted" }, ` · ${application.lastError}`))),
  application.pendingPlanId && h("a", { href: `#/plan/${application.name}`, class: "pending" }, "A plan waits for approval →"));
  if (!application.instances.length) {
    return { elements: [head, empty("Nothing runs",
        application.pendingPlanId ? "A plan is ready. Look at it, then approve it." : "Make a plan and approve it.", "")] };
  }
  const board = h("div", { class: "board" });
  const groups = [...new Set(application.entries.map((entry) => entry.usersId))];
  const usersBySite = new Map();
  groups.forEach((usersId) => {
    const at = application.entries.find((entry) => entry.usersId === usersId).path.from.siteId;
    usersBySite.set(at, [...(usersBySite.get(at) ?? []), usersId]);
  });
  const sites = inOrderOfLinks(application).map((id) => infrastructure.sites.find((site) => site.id === id));
  board.append(
    h("div", { class: "column users-column" }, [...usersBySite.entries()].map(([site, ids]) => usersCard(site, ids, application))),
    h("div", { class: "site-columns" }, sites.map((site) => siteCard(site, infrastructure, application, usages))));
  const drawing = wires(board, application);
  return { elements: [head, h("section", { class: "card", "aria-label": "Placement" }, h("header", {}, h("h2", {}, "Placement"),
    h("p", {}, "Lines are links between instances; point at an instance to see only its own."), families()), board),
        linkTable(application)], wires: drawing };
}

/** Sites as a request meets them: first those that users reach, then those these need; so lines seldom cross a card. */
function inOrderOfLinks(application) {
  const siteOf = new Map(application.instances.map((one) => [one.instance, one.siteId]));
  const order = [...new Set(application.entries.map((entry) => siteOf.get(entry.instance)))];
  for (let i = 0; i < order.length; i += 1) {
    const next = application.links.filter((link) => siteOf.get(link.from) === order[i]).map((link) => siteOf.get(link.to));
    next.filter((site) => !order.includes(site)).forEach((site) => { if (!order.includes(site)) order.push(site); });
  }
  return [...new Set([...order, ...siteOf.values()])];
}

const families = () => h("span", { class: "end small" }, h("span", { class: "family ipv4" }, "━ IPv4"), " ",
    h("span", { class: "family ipv6" }, "━ IPv6"), " ", h("span", { class: "muted" }, "┅ inside a site"));

function usersCard(siteId, ids, application) {
  return h("section", { class: "place users" }, h("h3", {}, siteId), h("p", { class: "muted small" }, "users"),
    ids.map((id) => h("div", { class: "instance users-group", tabindex: 0, "data-node": `users ${id}` }, h("strong", {}, id),
      application.entries.filter((entry) => entry.usersId === id).map((entry) =>
        h("span", { class: "small" }, h("span", { class: `family ${entry.path.from.family}` }, family(entry.path.from.family)),
            ` via ${entry.path.from.ispId}`)))));
}

function siteCard(site, infrastructure, application, usages) {
  const hosts = site.hosts.filter((host) => application.instances.some((one) => one.hostId === host.id));
  const idle = site.hosts.length - hosts.length;
  return h("section", { class: "place" }, h("h3", {}, site.id, h("span", { class: "tag" }, site.kind)),
    h("p", { class: "muted small" }, `${site.country} · ${site.isps.map((isp) => isp.id).join(", ")}`),
    hosts.map((host) => h("div", { class: "host" }, h("p", { class: "host-name" }, host.id,
        h("span", { class: "muted" }, typeText(infrastructure, host))),
      application.instances.filter((one) => one.hostId === host.id).map((one) => instance(one,
          usages.find((usage) => usage.instance === one.instance))))),
    idle > 0 && h("p", { class: "muted small" }, `${idle} further host${idle === 1 ? "" : "s"} without an instance`));
}

function typeText(infrastructure, host) {
  const type = infrastructure.hostTypes.find((one) => one.id === host.hostTypeId);
  return type ? ` ${cores(type.cpuMilliCores)} · ${bytes(type.memoryBytes)}` : "";
}

function instance(one, usage) {
  return h("div", { class: `instance ${one.state.toLowerCase()}`, tabindex: 0, "data-node": one.instance, title: one.addresses.join("\n") },
    h("strong", {}, one.instance), stateTag(one.state),
    h("span", { class: "muted small" },
        usage ? `${bytes(usage.memoryBytes)} used` : `${cores(one.cpuMilliCores)} · ${bytes(one.memoryBytes)}`));
}

function linkTable(application) {
  const links = [
    ...application.entries.map((entry) => ({ from: entry.usersId, to: `${entry.component}`, port: entry.port, path: entry.path,
        rttMillis: entry.rttMillis, throughput: entry.throughputBitsPerSecond, address: entry.address })),
    ...application.links.map((link) => ({ ...link, throughput: link.throughputBitsPerSecond, address: link.targetAddress }))];
  return h("section", { class: "card", "aria-label": "Links" }, h("header", {}, h("h2", {}, "Links"),
      h("p", {}, "with the ISP of both ends, as planned, and the round-trip time by the latest measurements")),
    h("div", { class: "scroll" }, h("table", { class: "rows" }, h("thead", {},
        h("tr", {}, ["From", "To", "IP version", "Path", "Round-trip time", "Throughput",
        "Address"].map((title, index) => h("th", { scope: "col", class: index === 4 || index === 5 ? "number" : "" }, title)))),
      h("tbody", {}, links.map((link) => h("tr", {}, h("td", {}, h("strong", {}, link.from)),
          h("td", {}, h("strong", {}, link.to), h("span", { class: "muted" }, ` :${link.port}`)),
        h("td", {}, h("span", { class: `family ${link.path.from.family}` }, family(link.path.from.family))),
        h("td", {}, end(link.path.from), h("span", { class: "muted" }, " → "), end(link.path.to)),
        h("td", { class: "number" }, link.rttMillis === undefined ? "not known" : millis(link.rttMillis)),
        h("td", { class: "number" }, link.throughput === undefined ? "not known" : rate(link.throughput)),
        h("td", { class: "mono" }, link.address)))))));
}

const end = (point) => [point.siteId, h("span", { class: "muted" }, ` ${point.ispId}`)];
