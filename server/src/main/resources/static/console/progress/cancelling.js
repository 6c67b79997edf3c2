// Cancels a running deployment: a button with a confirmation. The element stays while the page around it is redrawn.
import { remove } from "../api.js";
import { h } from "../dom.js";
import { attempt, notice } from "../notice.js";

/** @param done called once it is cancelled */
export function cancelling(name, done) {
  let deployment = null;
  const title = h("h2", { id: "cancellation-title" });
  const what = h("p", { class: "muted" });
  const dialog = h("dialog", { "aria-labelledby": "cancellation-title", onclose: () => attempt(button,
      dialog.returnValue === "cancel-it" ? cancel : async () => {}) },
    h("form", { method: "dialog" }, title, what,
      h("div", { class: "tools" }, h("button", { value: "cancel-it", class: "primary" }, "Cancel the deployment"),
          h("button", { value: "", autofocus: true }, "Let it go on"))));
  const button = h("button", { type: "button", onclick: open }, "Cancel");
  function open() {
    title.textContent = `Cancel deployment ${deployment.id} of ${name}`;
    what.textContent = "Running steps end; no further step starts. "
      + `${deployment.onFailure === "UNDO" ? "Then the deployment is undone: the previous state is restored."
        : "Then it is held: completed steps are kept, and it can be resumed or rolled back."}`;
    dialog.returnValue = "";
    dialog.showModal();
  }
  async function cancel() {
    await remove(`/applications/${name}/deployments/${deployment.id}`);
    notice("Cancelled", "No further step starts.", true);
    await done();
  }
  return { button, dialog, of: (shown) => { deployment = shown; } };
}

/** Whether there is something to cancel, and who looks at it may. */
export const mayCancel = (deployment, caller) => deployment.state === "RUNNING" && !deployment.cancelledBy && ["deployer", "operator",
    "admin"].includes(caller.role);
