package org.caravan.cli.plan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.api.model.WrittenRuleView;
import org.caravan.api.server.RuleView;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.cli.command.Terminal;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
        if (name != null) {
            Answer<List<WrittenRuleView>> written = api.list(ApiPath.of("applications", name, "rules"), WrittenRuleView.class);
            if (!printedJson(written)) {
                sayIfNone(written.value(), "the model of " + name + " writes no rule");
                written.value().forEach(this::printWritten);
            }
            return ExitCode.DONE;
        }
        Answer<List<RuleView>> rules = api.list(ApiPath.of("rules"), RuleView.class);
        if (!printedJson(rules)) {
            rules.value().forEach(this::printOwn);
        }
        return ExitCode.DONE;
    }

    private void printOwn(RuleView rule) {
        String last = rule.lastDecision().map(decision -> ", last " + Terminal.second(decision.at())).orElse("");
        terminal().line(String.format(Locale.ROOT, "%-20s %s%d decisions%s", rule.rule(), rule.active() ? "" : "off, ", rule.decisions(),
                last));
        terminal().line("    " + rule.ruleText() + " " + rule.when());
        rule.settings().forEach(setting -> terminal()
                .line(("    " + setting.name() + " is " + setting.value() + " " + setting.unit()).stripTrailing()));
    }

    private void printWritten(WrittenRuleView rule) {
        String when = Stream.of(rule.condition().map(condition -> "when " + condition).orElse(""), time("for", rule.holdsSeconds()),
                rule.times().map(times -> "at least " + times + " times " + time("in", rule.withinSeconds())).orElse(""),
                time("every", rule.everySeconds()))
                .filter(words -> !words.isEmpty()).collect(Collectors.joining(" "));
        terminal().line(rule.file() + ":" + rule.line() + ": " + rule.name() + (rule.honoured() ? "" : " (not honoured)"));
        terminal().line(("    " + when + " then " + String.join(", ", rule.actions()) + " " + time("pause", rule.pauseSeconds()))
                .stripTrailing());
        rule.reasons().forEach(reason -> terminal().line("    " + reason));
    }

    private static String time(String word, Optional<Double> seconds) {
        return seconds.map(known -> word + " " + Double.toString(known).replaceFirst("\\.0$", "") + " s").orElse("");
    }
}
