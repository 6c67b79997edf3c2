// A planning that goes on: how far it is, and the button that cancels it.
import { get, post, remove } from "../api.js";
import { h } from "../dom.js";
import { attempt, notice } from "../notice.js";
import { points } from "../text.js";

const PAUSE = 400;
const under = (planning) => planning.state === "WAITING" || planning.state === "RUNNING";

/** @param onEnd called when a plan was created, by any caller */
export function underWay(name, onEnd) {
  const text = h("span", { role: "status" });
  const cancel = h("button", { type: "button", onclick: () => attempt(cancel,
      async () => { if (shown) await remove(`/plannings/${shown}`); }) }, "Cancel");
  const element = h("section", { class: "card", "aria-label": "Planning under way", hidden: true },
      h("div", { class: "tools" }, h("progress", { "aria-label": "Planning" }), text, cancel));
  let shown = "";
  let timer = 0;

  async function look() {
    const planning = shown ? await get(`/plannings/${shown}`) : (await get(`/plannings?application=${name}`)).find(under);
    if (!planning) return;
    shown = planning.id;
    element.hidden = !under(planning);
    text.textContent = sentence(planning);
    if (under(planning)) {
      timer = setTimeout(() => look().catch(fail), PAUSE);
      return;
    }
    shown = "";
    if (planning.state === "DONE") await onEnd();
    else notice(planning.state === "CANCELLED" ? "The planning was cancelled." : planning.error, "", planning.state === "CANCELLED");
  }

  function fail(fault) {
    shown = "";
    element.hidden = true;
    notice(fault.message);
  }

  look().catch(fail);
  return {
    element,
    async begin() {
      clearTimeout(timer);
      shown = (await post(`/applications/${name}/plannings`)).id;
      await look();
    },
    leave() { clearTimeout(timer); },
  };
}

function sentence(planning) {
  return [planning.stage, planning.tried > 0 && `${planning.tried.toLocaleString("en")} placements tried`,
      planning.points !== undefined && `best ${points(planning.points)} points`,
    planning.bound !== undefined && `at least ${points(planning.bound)}`].filter(Boolean).join(", ");
}
