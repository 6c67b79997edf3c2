// Who asked for which change, and what came of it. For admins.
import { get, getPage } from "../api.js";
import { empty, h, pager, table } from "../dom.js";
import { attempt } from "../notice.js";
import { moment } from "../text.js";

const MOST = 50;
const look = { tokenId: "", request: "" };

export async function auditView() {
  const { role } = await get("/caller");
  if (role !== "admin") {
    return { elements: [empty("For admins",
        `The audit log is shown to admins; this token is ${/^[aeo]/.test(role) ? "an" : "a"} ${role}'s.`, "")] };
  }
  const list = h("div", { class: "grid" });
  const first = () => `/audit?${new URLSearchParams({
    most: MOST, ...(look.tokenId && { tokenId: look.tokenId }), ...(look.request && { request: look.request }) })}`;
  async function show(path) {
    const { items, next } = await getPage(path);
    list.replaceChildren(entries(items), pager("entries", path === first() ? null : () => show(first()), next && (() => show(next))));
  }
  await show(first());
  return { elements: [h("div", { class: "head" }, h("div", { class: "title" }, h("h1", {}, "Audit"),
    h("p", {}, "Every requested change, before and after its execution, newest first. "
      + "Each entry contains the digest of its predecessor."))),
  h("div", { class: "grid" }, filters(() => show(first())), verification(), list)] };
}

function field(label, key, hint) {
  return h("label", {}, h("span", {}, label), h("input", { value: look[key], placeholder: hint, spellcheck: "false",
      oninput: (event) => { look[key] = event.target.value.trim(); } }));
}

function filters(apply) {
  const button = h("button", { type: "submit" }, "Show");
  return h("form", { class: "card tools-card", "aria-label": "What to show",
      onsubmit: (event) => { event.preventDefault(); attempt(button, apply); } },
    h("div", { class: "tools" }, field("Id of the token", "tokenId", "local"), field("Request begins with", "request", "PUT /api/v1/"),
        button));
}

function verification() {
  const head = h("input", { placeholder: "NUMBER:DIGEST", spellcheck: "false", size: 28 });
  const answer = h("p", { role: "status", class: "mono small" });
  const button = h("button", { type: "submit", class: "primary" }, "Verify");
  async function verify() {
    answer.textContent = "recomputing every digest …";
    const found = await get(`/audit/verification${head.value.trim() ? `?${new URLSearchParams({ head: head.value.trim() })}` : ""}`)
      .catch((fault) => { answer.textContent = ""; throw fault; });
    answer.replaceChildren(h("span", { class: `tag ${found.intact ? "good" : "bad"}` },
        found.intact ? "intact" : "not as it was written"), " ",
      `${found.entries} entries${found.firstBroken ? `; the first that is not as it was written: ${found.firstBroken}` : ""}`
      + `${found.headFound === false ? "; the head is not in it: its end was cut off" : ""}. Head to keep elsewhere: ${found.head}`);
  }
  return h("form", { class: "card", "aria-label": "Verification", onsubmit: (event) => { event.preventDefault(); attempt(button,
      verify); } },
    h("div", { class: "tools" }, h("label", {}, h("span", {}, "Head that was kept elsewhere, if any"), head), button), answer);
}

function entries(items) {
  if (!items.length) return h("section", { class: "card" }, h("p", { class: "hint" }, "No entry fits."));
  return h("section", { class: "card" }, table("Entries, newest first", ["Number", "When", "Event", "Who", "Role", "From", "Request",
      "Status", "Digest"], items.map((one) => [
    one.number, moment(one.at), h("span", { class: `tag ${one.event === "REFUSED" ? "bad" : ""}` }, one.event.toLowerCase()),
    [one.name, h("span", { class: "muted small" }, ` ${one.tokenId}`)], one.role, h("span", { class: "mono" }, one.address),
    [h("code", { class: "long" }, one.request), one.asked !== one.number && h("span", { class: "muted small" }, ` answers ${one.asked}`)],
    one.status || "", h("code", { title: one.digest }, one.digest.slice(0, 12)),
  ]), [0, 7]));
}
