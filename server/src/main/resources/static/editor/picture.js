// The picture beside the text: drawn by the language server, shown as an image, so that nothing in it is ever run.
import { byId } from "/console/dom.js";

const PAUSE_MS = 500;

export class Picture {
  /** @param ask gives the drawing of a text: svg, or the problem why there is none */
  constructor(ask) {
    this.ask = ask;
    this.place = byId("picture");
    byId("show-picture").addEventListener("click", () => this.shown(this.place.hidden));
  }

  shown(on) {
    this.place.hidden = !on;
    byId("show-picture").setAttribute("aria-pressed", String(on));
    this.draw();
  }

  of(uri) {
    this.uri = uri;
    this.draw();
  }

  /** Once somebody stops typing. */
  later() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.draw(), PAUSE_MS);
  }

  /** What cannot be drawn now leaves the last picture where it is. */
  async draw() {
    if (this.place.hidden || !this.uri) return;
    const asked = this.uri;
    const { svg, problem } = await this.ask(asked).catch((fault) => this.failed(fault));
    if (asked !== this.uri) return;
    const [image, text] = this.place.children;
    if (svg) {
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
      image.alt = new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("title")?.textContent ?? "";
    }
    text.textContent = problem ?? "";
  }

  /** What an edit took back is asked for again. */
  failed(fault) {
    if (fault.name !== "Canceled") return { problem: fault.message };
    this.later();
    return {};
  }
}
