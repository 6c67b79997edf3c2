// Builds elements. Text always goes in as text: nothing that comes from a model is ever read as HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") Object.entries(value).forEach(([key, text]) => element.style.setProperty(key, text));
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

export const byId = (id) => document.getElementById(id);

/** A fieldset of radio buttons that looks like one switch. */
export function segments(legend, name, options, chosen, onchange) {
  return h("fieldset", {},
    h("legend", {}, legend),
    h("span", { class: "segments" }, Object.entries(options).map(([value, text]) =>
      h("label", {}, h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onchange(value) }), text))));
}

/** A labelled select. @param groups [[group or "", {value: text}]] @param held key by which a redrawn page finds it again */
export function choice(label, groups, chosen, onchange, held) {
  const option = ([value, text]) => h("option", { value, selected: value === chosen }, text);
  return h("label", {}, h("span", {}, label),
    h("select", { "data-held": held, onchange: (event) => onchange(event.target.value) }, groups.map(([group, options]) =>
      group ? h("optgroup", { label: group }, Object.entries(options).map(option)) : Object.entries(options).map(option))));
}

/**
 * A table that can be scrolled sideways, also by keyboard.
 *
 * @param rows of cells: elements, texts or lists of them
 * @param numbers indexes of columns that hold figures
 */
export function table(caption, titles, rows, numbers = []) {
  const tone = (index) => (numbers.includes(index) ? "number" : null);
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
      h("table", { class: "rows" }, h("caption", { class: "visually-hidden" }, caption),
    h("thead", {}, h("tr", {}, titles.map((title, index) => h("th", { scope: "col", class: tone(index) }, title)))),
    h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map((cell, index) => h("td", { class: tone(index) }, cell)))))));
}

/** Buttons to the newest and to earlier ones; either may be missing. */
export function pager(what, newest, older) {
  return h("div", { class: "tools", role: "group", "aria-label": `Pages of ${what}` },
    h("button", { type: "button", disabled: !newest, onclick: newest }, `Newest ${what}`),
        h("button", { type: "button", disabled: !older, onclick: older }, `Earlier ${what}`));
}

export function empty(title, text, command) {
  return h("section", { class: "card empty" }, h("h1", {}, title), h("p", {}, text), command && h("pre", {}, command));
}

/** A state of an application, a deployment or an instance, coloured by what it means. */
export function stateTag(state) {
  const tone = { RUNNING: "good", DONE: "good", FAILED: "bad", DEGRADED: "bad", STOPPED: "bad", CRASH_LOOP: "bad", MISSING: "bad",
      DEPLOYING: "accent", UNDOING: "accent", UNDONE: "bad", DEPLOYED: "good" }[state] ?? "";
  return h("span", { class: `tag ${tone}` }, state.toLowerCase().replace("_", " "));
}
