// By what is decided: the server's own rules with their settings, and those that models write.
import { h, table } from "../dom.js";
import { moment } from "../text.js";

export function ownRules(rules) {
  return h("section", { class: "card", "aria-label": "The server's own rules" },
      h("header", {}, h("h2", {}, "The server's own rules"), h("p", {}, "automatic decisions, their conditions and settings")),
    table("Own rules, by name", ["Rule", "Does", "When", "Settings", "Decisions", "Last"], rules.map((one) => [
      [h("code", {}, one.rule), !one.active && h("div", {}, h("span", { class: "tag" }, "off"))],
      one.ruleText,
      one.when,
      h("ul", { class: "small" }, one.settings.map((setting) => h("li", { title: setting.text }, h("code", {}, setting.name),
          ` is ${setting.value} ${setting.unit}`.trimEnd()))),
      one.decisions.toLocaleString("en"),
      one.lastDecision ? moment(one.lastDecision.at) : "",
    ]), [4]));
}

/** @param rules of the application; null where none is chosen */
export function writtenRules(application, rules) {
  const head = h("header", {}, h("h2", {}, "Rules in models"),
      h("p", {}, application ? `rules in the model of ${application}` : "choose an application to see its rules"));
  const body = !rules ? null : !rules.length ? h("p", { class: "hint" }, `The model of ${application} writes no rule.`)
    : table(`Rules in the model of ${application}`, ["Rule", "When", "Then", "Location", "Honoured"], rules.map((one) => [
      h("code", {}, one.name),
      [one.condition && h("code", {}, one.condition), h("div", { class: "muted small" }, times(one))],
      h("ol", { class: "small" }, one.actions.map((action) => h("li", {}, h("code", {}, action)))),
      h("span", { class: "mono" }, `${one.file}:${one.line}`),
      [h("span", { class: `tag ${one.honoured ? "good" : "warn"}` }, one.honoured ? "yes" : "no"),
          one.reasons.map((reason) => h("div", { class: "small" }, reason))],
    ]));
  return h("section", { class: "card", "aria-label": "Rules in models" }, head, body);
}

const times = (rule) => [["for", rule.holdsSeconds], ["every", rule.everySeconds], ["pause", rule.pauseSeconds]]
  .filter(([, seconds]) => seconds != null).map(([word, seconds]) => `${word} ${seconds} s`).join(", ");
