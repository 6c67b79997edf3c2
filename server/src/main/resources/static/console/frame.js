// What every page has around it, the editor's too: the banner of a simulated server, the link to the audit log for who may see it, light
// and dark, and the way out.
import { get } from "./api.js";
import { byId } from "./dom.js";

const preferred = matchMedia("(prefers-color-scheme: dark)");

export function isDark() {
  const chosen = document.documentElement.dataset.scheme;
  return chosen ? chosen === "dark" : preferred.matches;
}

/** @param changed called when the other scheme was chosen here */
export function scheme(changed) {
  const kept = localStorage.getItem("scheme");
  if (kept) document.documentElement.dataset.scheme = kept;
  byId("scheme").addEventListener("click", () => {
    document.documentElement.dataset.scheme = isDark() ? "light" : "dark";
    localStorage.setItem("scheme", document.documentElement.dataset.scheme);
    changed();
  });
}

/** Called when the system switches to the other colour scheme. */
export const onPreferred = (changed) => preferred.addEventListener("change", changed);

export function logout() {
  byId("logout").addEventListener("click", async () => {
    await fetch("/logout", { method: "POST", redirect: "manual" });
    location.assign("/login");
  });
}

/** What the server is, and who asks. */
export async function standing() {
  const [health, caller] = await Promise.all([get("/health"), get("/caller")]);
  byId("simulated").hidden = !health.simulated;
  byId("audit").hidden = caller.role !== "admin";
}
