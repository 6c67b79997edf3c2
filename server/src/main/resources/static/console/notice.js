// Short messages in the corner: what the server refused, in its own words.
import { byId, h } from "./dom.js";

export function notice(text, detail = "", good = false) {
  const box = h("div", { class: good ? "notice good" : "notice" },
    h("div", {}, h("strong", {}, text), detail && h("div", { class: "muted small" }, detail)),
    h("button", { class: "quiet", type: "button", "aria-label": "Dismiss", onclick: () => box.remove() }, "✕"));
  byId("notices").append(box);
  setTimeout(() => box.remove(), good ? 5000 : 15000);
}

/** Runs an action of a button; while it runs the button is off, and a refusal is shown. */
export async function attempt(button, action) {
  button.disabled = true;
  try {
    await action();
  } catch (fault) {
    notice(fault.message, fault.suggestion ? `Maybe ${fault.suggestion}` : "");
  } finally {
    button.disabled = false;
  }
}
