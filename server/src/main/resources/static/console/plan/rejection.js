// A person's no to a plan: asked for with a reason, shown, and taken back.
import { post, remove } from "../api.js";
import { h } from "../dom.js";
import { attempt, notice } from "../notice.js";
import { moment } from "../text.js";

const LONGEST = 200;

/** A button that asks why. @param done called once it is rejected */
export function rejecting(name, plan, done) {
  const reason = h("input", { id: "reason", maxlength: LONGEST, autocomplete: "off", size: 46 });
  const keep = h("button", { value: "reject", class: "primary" }, "Reject");
  const dialog = h("dialog", { "aria-labelledby": "rejection-title", onclose: () => attempt(button,
      dialog.returnValue === "reject" ? reject : done) },
    h("form", { method: "dialog" }, h("h2", { id: "rejection-title" }, "Reject this plan"),
      h("p", { class: "muted" }, "A rejected plan cannot be approved, even if planning produces it again. "
        + "The running application does not change."),
      h("label", {}, h("span", {}, "Reason, shown with the plan (optional)"), reason),
      h("div", { class: "tools" }, keep, h("button", { value: "cancel", formnovalidate: true }, "Cancel"))));
  const button = h("button", { type: "button", onclick: () => { dialog.returnValue = ""; dialog.showModal(); reason.focus(); } }, "Reject");
  async function reject() {
    await post(`/applications/${name}/plans/${plan.id}/rejection`, { reason: reason.value });
    notice("Rejected", "Nothing was changed.", true);
    await done();
  }
  return [button, dialog];
}

/** Who rejected the plan, when and why; nothing for one that nobody did. */
export function rejected(name, plan, done) {
  if (!plan.rejection) return null;
  const { name: who, at, reason } = plan.rejection;
  const back = h("button", { type: "button", onclick: () => attempt(back, async () => {
    await remove(`/applications/${name}/plans/${plan.id}/rejection`);
    await done();
  }) }, "Take back");
  return h("section", { class: "card rejected", "aria-label": "Rejection" },
      h("p", {}, h("strong", {}, "Rejected"), ` by ${who}, `, moment(at), reason ? ": " : ".", reason && h("q", {}, reason)),
    h("p", { class: "hint" }, "Planning produces the same plan until its inputs change."), back);
}
