// The files of a draft: each is a text of Monaco's and one that the language server has open.
import { byId } from "/console/dom.js";

const ACCEPTED = /^[A-Za-z0-9][A-Za-z0-9_.-]*\.caravan$/;

export class ProjectFiles {
  /** @param listener callbacks: changed() after each edit, listed() when the list of files changes, removed(uri) */
  constructor(monaco, socket, folder, listener) {
    Object.assign(this, { monaco, socket, folder, listener, files: [], last: 0 });
  }

  begin(texts) {
    this.files = texts.map((text) => this.open(text));
    this.listener.listed();
  }

  /** @param file a new one has no address yet */
  open({ name, text, uri = `${this.folder}new-${++this.last}.caravan` }) {
    const model = this.monaco.editor.createModel(text, "caravan", this.monaco.Uri.parse(uri));
    let version = 1;
    this.socket.tell("textDocument/didOpen", { textDocument: { uri, languageId: "caravan", version, text } });
    model.onDidChangeContent(() => {
      this.socket.tell("textDocument/didChange", { textDocument: { uri, version: ++version },
          contentChanges: [{ text: model.getValue() }] });
      this.listener.changed();
    });
    return { name, text, uri, model };
  }

  /** @returns the new file; undefined if its author thought better of it */
  async add() {
    const name = await this.asked("New file", "");
    if (!name) return undefined;
    const file = this.open({ name, text: "" });
    this.files.push(file);
    this.listener.listed();
    return file;
  }

  async rename(file) {
    const name = await this.asked(`New name of ${file.name}`, file.name);
    if (!name) return undefined;
    file.name = name;
    this.listener.listed();
    return file;
  }

  /** @returns the file to show instead; the last one stays */
  remove(file) {
    if (this.files.length < 2) return file;
    this.files = this.files.filter((one) => one !== file);
    this.socket.tell("textDocument/didClose", { textDocument: { uri: file.uri } });
    file.model.dispose();
    this.listener.removed(file.uri);
    this.listener.listed();
    return this.files[0];
  }

  refusal(name, now) {
    if (!ACCEPTED.test(name)) return `${name || "Nothing"} is no name of a model file.\n`
      + `Maybe use letters, digits, _, - and the ending .caravan.`;
    if (name !== now && this.files.some((file) => file.name === name))
      return `There is a file ${name} already.\nMaybe choose another name.`;
    return "";
  }

  asked(title, now) {
    const dialog = byId("name-dialog");
    byId("name-title").textContent = title;
    byId("name").value = now;
    byId("name-refused").textContent = "";
    return new Promise((answered) => {
      dialog.onsubmit = (event) => {
        byId("name-refused").textContent = event.submitter?.value === "cancel" ? "" : this.refusal(byId("name").value.trim(), now);
        if (byId("name-refused").textContent) event.preventDefault();
      };
      dialog.onclose = () => answered(dialog.returnValue === "keep" ? byId("name").value.trim() : undefined);
      dialog.returnValue = "";
      dialog.showModal();
    });
  }
}
