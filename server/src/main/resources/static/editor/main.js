// The editor of models: texts in force, edited as a draft, checked by the language server, handed over by REST.
import { getAllOrNull, post, put } from "/console/api.js";
import { byId, h } from "/console/dom.js";
import { isDark, logout, onPreferred, scheme, standing } from "/console/frame.js";
import { ProjectFiles } from "./files.js";
import { colours, names, services, themes } from "./language.js";
import { Picture } from "./picture.js";
import { range } from "./places.js";
import { LanguageSocket } from "./socket.js";

const MONACO = "/webjars/monaco-editor/0.52.2/min/vs";
const found = new Map();
let monaco, editor, socket, project;
let besides = {}; // profiles and scripts that models name: nobody edits them here
const files = () => project?.files ?? [];
const picture = new Picture((uri) => socket.ask("caravan/picture", { uri }));

function live(on, text) {
  byId("live").className = `live ${on ? "on" : "off"}`;
  byId("live-text").textContent = text;
}

function say(text) {
  byId("answer").textContent = text;
}

function showProblems() {
  byId("problems").replaceChildren(...files().flatMap((file) => (found.get(file.uri) ?? []).map((one) =>
    h("li", { class: one.severity === 1 ? "error" : "warning" },
      h("button", { type: "button", class: "place", onclick: () => show(file, range(one.range)) },
          `${file.name}:${one.range.start.line + 1}: ${one.message}`)))));
}

function published({ uri, diagnostics }) {
  found.set(uri, diagnostics);
  const model = monaco.editor.getModel(monaco.Uri.parse(uri));
  if (model) {
    monaco.editor.setModelMarkers(model, "caravan", diagnostics.map((one) => ({ ...range(one.range), message: one.message, code: one.code,
      severity: one.severity === 1 ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning })));
  }
  showProblems();
}

function show(file, place) {
  editor.setModel(file.model);
  byId("file").value = file.uri;
  picture.of(file.uri);
  if (place) {
    editor.setSelection(place);
    editor.revealRangeInCenter(place);
  }
  editor.focus();
}

async function begin({ folder, files: texts, besides: others, keywords }) {
  besides = others ?? {};
  if (!monaco.languages.getLanguages().some((language) => language.id === "caravan")) {
    colours(monaco, keywords);
    services(monaco, () => socket, (model) => found.get(model.uri.toString(true)) ?? []);
  }
  const can = await socket.ask("initialize", { processId: null, rootUri: null, capabilities: { workspace: { workspaceFolders: true } } });
  names(monaco, () => socket, can.capabilities.semanticTokensProvider.legend);
  socket.tell("initialized", {});
  monaco.editor.getModels().forEach((model) => model.dispose());
  found.clear();
  project = new ProjectFiles(monaco, socket, folder, { changed: () => picture.later(), listed, removed });
  project.begin(texts.length ? texts : [{ name: "model.caravan", text: "" }]);
  show(files().find((file) => /^\s*application\s/m.test(file.text)) ?? files()[0]);
  live(true, "live");
}

function listed() {
  byId("file").replaceChildren(...files().map((file) => h("option", { value: file.uri }, file.name.split("/").pop())));
  byId("delete-file").disabled = files().length < 2;
}

function removed(uri) {
  found.delete(uri);
  showProblems();
}

const shown = () => files().find((file) => file.uri === byId("file").value);

function connect(application) {
  socket?.close();
  live(false, "connecting");
  socket = new LanguageSocket(application, (method, about) => {
    if (method === "caravan/draft") begin(about);
    if (method === "textDocument/publishDiagnostics") published(about);
  }, (reason) => live(false, reason));
}

const body = () => ({ files: { ...besides, ...Object.fromEntries(files().map((file) => [file.name, file.model.getValue()])) } });

async function validate() {
  const verdict = await post("/models/validation", body());
  const lines = [...new Set(verdict.diagnostics
    .map((one) => `${one.file ?? ""}:${one.line ?? ""}: ${one.message}${one.suggestion ? ` Maybe ${one.suggestion}` : ""}`))];
  say([...lines, verdict.accepted ? "Accepted. Nothing was changed." : "Not accepted. Nothing was changed."].join("\n"));
  return verdict;
}

/** Plans are shown, and approved, where the console always does. */
async function handOver() {
  const verdict = await validate();
  if (!verdict.accepted) return;
  if (verdict.infrastructures.length) await put("/infrastructure", body());
  for (const application of verdict.applications) await put(`/applications/${encodeURIComponent(application)}/model`, body());
  const [application] = verdict.applications;
  if (!application) return say("Saved.");
  await post(`/applications/${encodeURIComponent(application)}/plans`, {});
  location.assign(`/#/plan/${encodeURIComponent(application)}`);
}

const told = (work) => async () => {
  try {
    await work();
  } catch (fault) {
    say(fault.message + (fault.suggestion ? `\nMaybe ${fault.suggestion}` : ""));
  }
};

// Not a fault: a question that was taken back, by us or within Monaco.
window.addEventListener("unhandledrejection", (event) => event.reason?.name === "Canceled" && event.preventDefault());

async function start() {
  const dress = () => monaco?.editor.setTheme(isDark() ? "caravan-dark" : "caravan");
  scheme(dress);
  onPreferred(dress);
  logout();
  await standing();
  window.MonacoEnvironment = { getWorkerUrl: () => `${MONACO}/base/worker/workerMain.js` };
  window.require.config({ paths: { vs: MONACO } });
  monaco = await new Promise((loaded) => window.require(["vs/editor/editor.main"], loaded));
  themes(monaco);
  dress();
  editor = monaco.editor.create(byId("text"), { automaticLayout: true, wordBasedSuggestions: "off", minimap: { enabled: false },
      "semanticHighlighting.enabled": true, fontSize: 14, tabSize: 2 });
  window.caravanEditor = editor;
  const names = ((await getAllOrNull("/applications")) ?? []).map((one) => one.name);
  const wanted = decodeURIComponent(location.hash.slice(1));
  byId("application").replaceChildren(...(names.length ? names : [""]).map((name) => h("option", { value: name, selected: name === wanted },
      name || "new")));
  byId("application").addEventListener("change", (event) => connect(event.target.value));
  byId("file").addEventListener("change", () => show(shown()));
  byId("new-file").addEventListener("click", async () => show(await project.add() ?? shown()));
  byId("rename-file").addEventListener("click", async () => show(await project.rename(shown()) ?? shown()));
  byId("delete-file").addEventListener("click", () => show(project.remove(shown())));
  byId("format").addEventListener("click", () => editor.getAction("editor.action.formatDocument").run());
  byId("validate").addEventListener("click", told(validate));
  byId("plan").addEventListener("click", told(handOver));
  connect(byId("application").value);
}

start();
