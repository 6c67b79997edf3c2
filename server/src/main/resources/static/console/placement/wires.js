// Draws links as curves over the board, from card to card; redrawn whenever the board changes its shape.
import { s } from "../dom.js";
import { millis } from "../text.js";

export function wires(board, application) {
  const svg = s("svg", { class: "wires", "aria-hidden": "true" });
  board.prepend(svg);
  const links = [
    ...application.entries.map((entry) => ({ from: `users ${entry.usersId}`, to: entry.instance, path: entry.path, rtt: entry.rttMillis })),
    ...application.links.map((link) => ({ from: link.from, to: link.to, path: link.path, rtt: link.rttMillis }))];
  let chosen = "";
  const observer = new ResizeObserver(() => draw());
  observer.observe(board);
  const choose = (event) => {
    chosen = event.target.closest?.("[data-node]")?.dataset.node ?? "";
    draw();
  };
  ["pointerover", "focusin", "pointerleave"].forEach((name) => board.addEventListener(name, choose));

  function draw() {
    const frame = board.getBoundingClientRect();
    if (!frame.width) return;
    svg.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    svg.replaceChildren(...links.flatMap((link) => wire(link, frame)));
  }

  function box(node, frame) {
    const element = board.querySelector(`[data-node="${CSS.escape(node)}"]`);
    if (!element) return null;
    const at = element.getBoundingClientRect();
    return { left: at.left - frame.left, right: at.right - frame.left, y: at.top - frame.top + at.height / 2, top: at.top - frame.top,
        bottom: at.bottom - frame.top, x: at.left - frame.left + at.width / 2 };
  }

  function wire(link, frame) {
    const a = box(link.from, frame);
    const b = box(link.to, frame);
    if (!a || !b) return [];
    const far = chosen && link.from !== chosen && link.to !== chosen;
    const inside = link.path.from.siteId === link.path.to.siteId;
    const { d, x, y } = route(a, b);
    const path = s("path", { class: `link ${inside ? "inside" : link.path.from.family} ${far ? "far" : ""}`, d });
    const end = s("circle", { class: `link-end ${inside ? "inside" : link.path.from.family} ${far ? "far" : ""}`, cx: d.split(" ").at(-2),
        cy: d.split(" ").at(-1), r: 3.5 });
    if (far || link.rtt === undefined || inside && link.from !== chosen && link.to !== chosen) return [path, end];
    const text = millis(link.rtt);
    const width = 10 + text.length * 6.3;
    return [path, end, s("g", { class: `link-text ${link.path.from.family}`, transform: `translate(${x} ${y})` },
      s("rect", { x: -width / 2, y: -9, width, height: 18, rx: 9 }), s("text", { y: 4 }, text))];
  }

  return { draw, end: () => observer.disconnect() };
}

/** Beside each other: from side to side. Above each other: a bow on the right. */
function route(a, b) {
  if (a.right < b.left - 8 || b.right < a.left - 8) {
    const rightwards = a.right < b.left;
    const x1 = rightwards ? a.right : a.left;
    const x2 = rightwards ? b.left : b.right;
    const reach = Math.max(26, Math.abs(x2 - x1) * 0.45) * (rightwards ? 1 : -1);
    return { d: `M${x1} ${a.y} C ${x1 + reach} ${a.y} ${x2 - reach} ${b.y} ${x2} ${b.y}`, x: (x1 + x2) / 2, y: (a.y + b.y) / 2 };
  }
  const x = Math.max(a.right, b.right);
  const bow = 14 + Math.min(30, Math.abs(a.y - b.y) * 0.12);
  return { d: `M${a.right} ${a.y} C ${x + bow} ${a.y} ${x + bow} ${b.y} ${b.right} ${b.y}`, x: x + bow * 0.75, y: (a.y + b.y) / 2 };
}
