// Services: the list, and a form that creates one from an upload. Its plan then waits for approval.
import { get, getAll, send } from "../api.js";
import { choice, h, table } from "../dom.js";
import { subscribe } from "../live.js";
import { notice } from "../notice.js";
import { ofFile, ofFolder } from "./upload.js";

/** What each kind needs; the server checks it. */
const KINDS = {
  web: "web: a folder with index.php or index.html, or one such file",
  java: "java: an executable .jar or .war",
  redis: "redis: a snapshot (.rdb), or nothing",
  mysql: "mysql: statements (.sql), or nothing",
  postgresql: "postgresql: statements (.sql), a folder of them, or nothing",
  files: "files: a folder of files, or nothing",
  taskfarm: "taskfarm: a folder with tasks.py, or that file",
  flink: "flink: the .jar of a job",
  generic: "generic: a folder with a script start",
};
const SOURCES = { folder: "Folder", file: "File or archive", none: "Nothing" };

export async function servicesView() {
  const [{ role }, infrastructure] = await Promise.all([get("/caller"), get("/infrastructure").catch(() => null)]);
  const list = h("div", { class: "grid" });
  const draw = async () => list.replaceChildren(listed(await getAll("/services")));
  await draw();
  const end = subscribe((event) => { if (event.type === "application") draw(); });
  const sites = (infrastructure?.sites ?? []).filter((site) => site.kind === "users").map((site) => site.id);
  return { elements: [h("div", { class: "head" }, h("div", { class: "title" }, h("h1", {}, "Services"),
    h("p", {}, "One upload becomes an application: image, model and passwords. Its plan then waits for approval."))),
  h("div", { class: "grid" }, role === "viewer" ? h("section", { class: "card" }, h("p", { class: "hint" },
      "Services are created by deployers; this token is a viewer's.")) : creation(sites, draw), list)], leave: end };
}

function listed(services) {
  return h("section", { class: "card", "aria-label": "Services" }, services.length ? table("Services by name",
      ["Service", "Kind", "Image"], services.map((one) => [h("a", { href: `#/placement/${encodeURIComponent(one.name)}` },
          h("strong", {}, one.name)), one.kind, h("code", {}, one.image)])) : h("p", { class: "hint" }, "No service yet."));
}

function creation(sites, done) {
  const look = { kind: "web", source: "folder", users: "" };
  const name = h("input", { name: "name", required: true, maxlength: 63, pattern: "[a-z]([a-z0-9\\-]*[a-z0-9])?", autocomplete: "off",
      spellcheck: "false", title: "Lower-case letters, digits and dashes; the first is a letter." });
  const rate = h("input", { name: "rate", type: "number", min: 0.001, max: 999999, step: "any", value: 1, size: 6 });
  const folder = h("input", { name: "folder", type: "file", webkitdirectory: true });
  const file = h("input", { name: "file", type: "file" });
  const labels = { folder: h("label", {}, h("span", {}, "Folder to upload"), folder),
      file: h("label", { hidden: true }, h("span", {}, "File, or .tar.gz of a folder"), file) };
  const source = (value) => {
    look.source = value;
    Object.entries(labels).forEach(([key, label]) => { label.hidden = key !== value; });
  };
  const faults = h("div", { role: "alert" });
  const button = h("button", { type: "submit", class: "primary" }, "Create");

  async function create() {
    const chosen = look.source === "folder" ? folder.files : look.source === "file" ? file.files : [];
    if (look.source !== "none" && !chosen.length) throw new Error(`Choose a ${look.source} to upload.`);
    const upload = look.source === "folder" ? await ofFolder([...chosen]) : look.source === "file" ? ofFile(chosen[0])
      : { name: "upload", type: "application/octet-stream", body: "" };
    const query = new URLSearchParams({ kind: look.kind, name: name.value, file: upload.name,
        ...(look.users && { users: `${look.users}=${rate.value}` }) });
    const service = await send("POST", `/services?${query}`, upload.body, upload.type);
    notice(`Created ${service.name}`, "Its plan waits for approval.", true);
    await done();
    location.hash = `#/plan/${service.name}`;
  }
  async function submit(event) {
    event.preventDefault();
    button.disabled = true;
    faults.replaceChildren(h("p", { class: "hint" }, "Uploading and checking …"));
    try {
      await create();
    } catch (fault) {
      faults.replaceChildren(refused(fault));
    } finally {
      button.disabled = false;
    }
  }
  return h("form", { class: "card", "aria-label": "New service", onsubmit: submit }, h("header", {}, h("h2", {}, "New service")),
    h("div", { class: "tools" }, choice("Kind", [["", KINDS]], look.kind, (value) => { look.kind = value; }),
      h("label", {}, h("span", {}, "Name"), name),
      choice("Upload", [["", SOURCES]], look.source, source), labels.folder, labels.file,
      choice("Users at", [["", { "": "no site", ...Object.fromEntries(sites.map((site) => [site, site])) }]], "",
          (value) => { look.users = value; }),
      h("label", {}, h("span", {}, "Requests per second"), rate), button), faults);
}

/** Each fault of the upload with its place. */
function refused(fault) {
  const lines = fault.diagnostics?.length ? fault.diagnostics : [{ message: fault.message, suggestion: fault.suggestion }];
  return h("section", { "aria-label": "Faults" }, h("p", {}, h("strong", {}, "Nothing was created.")), h("ul", { class: "reasons" },
      lines.map((one) => h("li", {}, one.file && h("code", {}, `${one.file}:${one.line}:${one.column}`), one.file && " ", one.message,
          one.suggestion && h("div", { class: "muted small" }, `Maybe ${one.suggestion}`)))));
}
