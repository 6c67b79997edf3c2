package org.caravan.cli.plan;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.cli.command.Terminal;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

@Command(
        name = "rules",
        mixinStandardHelpOptions = true,
        description =
                "Lists the rules that the server applies automatically, with their settings and counts, or the rules in the model of an "
                + "application.",
        footer = {"", "Without APPLICATION, lists the rules of the server.",
            "Example: caravan rules"})
public final class RulesCommand extends ServerCommand {

    @Mixin
    private ApplicationName application;

    @Override
    protected int run(Api api) {
        String name = application.named();
        JsonNode rules = api.all(name == null ? ApiPath.of("rules") : ApiPath.of("applications", name, "rules"));
        if (!printedJson(rules)) {
            sayIfNone(rules, "the model of " + name + " writes no rule");
            rules.forEach(name == null ? this::printOwn : this::printWritten);
        }
        return ExitCode.DONE;
    }

    private void printOwn(JsonNode rule) {
        String last = rule.has("lastDecision") ? ", last " + Terminal.second(rule.path("lastDecision").path("at").asString()) : "";
        terminal().line(String.format(Locale.ROOT, "%-20s %s%d decisions%s", rule.path("rule").asString(), rule.path("active").asBoolean()
                ? "" : "off, ", rule.path("decisions").asLong(), last));
        terminal().line("    " + rule.path("ruleText").asString() + " " + rule.path("when").asString());
        rule.path("settings").forEach(setting -> terminal()
                .line(("    " + setting.path("name").asString() + " is " + setting.path("value").asString() + " "
                + setting.path("unit").asString()).stripTrailing()));
    }

    private void printWritten(JsonNode rule) {
        String when = Stream.of(rule.has("condition") ? "when " + rule.path("condition").asString() : "", time("for", rule, "holdsSeconds"),
                time("every", rule, "everySeconds"))
                .filter(words -> !words.isEmpty()).collect(Collectors.joining(" "));
        String actions = rule.path("actions").valueStream().map(JsonNode::asString).collect(Collectors.joining(", "));
        terminal().line(rule.path("file").asString() + ":" + rule.path("line").asInt() + ": " + rule.path("name").asString()
                + (rule.path("honoured").asBoolean() ? "" : " (not honoured)"));
        terminal().line(("    " + when + " then " + actions + " " + time("pause", rule, "pauseSeconds")).stripTrailing());
        rule.path("reasons").forEach(reason -> terminal().line("    " + reason.asString()));
    }

    private static String time(String word, JsonNode rule, String field) {
        return rule.has(field) ? word + " " + Double.toString(rule.path(field).asDouble()).replaceFirst("\\.0$", "") + " s" : "";
    }
}
