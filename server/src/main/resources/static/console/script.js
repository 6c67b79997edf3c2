// Scripts and styles of others that only some views need: loaded when the first of them is shown, so that the first page waits for none.
import { h } from "./dom.js";

const loaded = new Map();

/** Once it has run; a second wish for it waits for the same one. */
export const script = (path) => load(path, "script", { src: path });

export const style = (path) => load(path, "link", { rel: "stylesheet", href: path });

function load(path, element, attributes) {
  if (!loaded.has(path)) {
    loaded.set(path, new Promise((done, failed) => {
      document.head.append(h(element, { ...attributes, onload: () => done(), onerror: () => {
        loaded.delete(path);
        failed(new Error(`The server did not send ${path}.`));
      } }));
    }));
  }
  return loaded.get(path);
}
