package org.caravan.cli.application;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.api.adaptation.DecisionView;
import org.caravan.api.adaptation.DecisionView.ActionView;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.cli.command.Terminal;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.Polling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "decisions",
        mixinStandardHelpOptions = true,
        description = "Lists what the server decided automatically, and what it decided not to do, with the reasons; newest decision last.",
        footer = {"", "Example: caravan decisions sock-shop --follow"})
public final class DecisionsCommand extends ServerCommand {

    private static final long PAUSE_MILLIS = 1_000;
    private static final int FOLLOWED = 100;

    @Mixin
    private ApplicationName application;

    @Option(names = "--rule", paramLabel = "RULE", description = "Only decisions by this rule; `caravan rules` lists them.")
    private String rule;

    @Option(names = "--last", paramLabel = "N", defaultValue = "20",
            description = "Number of decisions, 1 to 1000 (default: ${DEFAULT-VALUE}).")
    private int most;

    @Option(names = "--diff", description = "Show the changes of each plan.")
    private boolean diff;

    @Option(names = {"-f", "--follow"},
            description = "Continue with new decisions and new states of decisions until interrupted; with --json, one object per line.")
    private boolean follow;

    @Override
    protected int run(Api api) {
        ApiPath path = ApiPath.of("decisions").with("application", application.named()).with("rule", rule);
        Answer<List<DecisionView>> decisions = api.getList(path.with("most", most), DecisionView.class);
        if (!follow && printedJson(decisions)) {
            return ExitCode.DONE;
        }
        if (!follow) {
            sayIfNone(decisions.value(), "no decisions yet");
        }
        Map<Long, String> known = new HashMap<>();
        print(decisions, known);
        if (follow) {
            follow(api, path.with("most", FOLLOWED), known);
        }
        return ExitCode.DONE;
    }

    /** Runs until the process is interrupted (Ctrl+C). */
    private void follow(Api api, ApiPath path, Map<Long, String> known) {
        api.getList(path, DecisionView.class).value().forEach(decision -> known.putIfAbsent(decision.number(), decision.outcome()));
        new Polling(terminal()).untilInterrupted(PAUSE_MILLIS, () -> api.getList(path, DecisionView.class),
                decisions -> print(decisions, known));
    }

    /** Prints decisions that are new or have a new outcome, oldest first. */
    private void print(Answer<List<DecisionView>> decisions, Map<Long, String> known) {
        for (int i = decisions.value().size() - 1; i >= 0; i--) {
            DecisionView decision = decisions.value().get(i);
            if (decision.outcome().equals(known.put(decision.number(), decision.outcome()))) {
                continue;
            }
            if (json()) {
                terminal().line(decisions.document().get(i).toString());
            } else {
                print(decision);
            }
        }
    }

    private void print(DecisionView decision) {
        Optional<ActionView> action = decision.action();
        terminal().line(String.format(Locale.ROOT, "%d  %s  %s%s%s", decision.number(), Terminal.second(decision.at()), decision.rule(),
                decision.application().map(name -> "  " + name).orElse(""),
                action.map(one -> "  " + one.state().toLowerCase(Locale.ROOT)).orElse("")));
        terminal().line("    " + decision.cause());
        String figures = figures(decision);
        if (!figures.isEmpty()) {
            terminal().line("    " + figures);
        }
        terminal().line("    " + decision.outcome()
                + action.flatMap(ActionView::approvedBy).map(by -> " Approved by " + by + ".").orElse(""));
        if (diff) {
            action.map(ActionView::diffText).orElse("").lines().forEach(line -> terminal().diff("    " + line));
        }
    }

    /** For example {@code paths 4, budget 0.5 MB}; empty without figures. */
    static String figures(DecisionView decision) {
        return decision.figures().stream().map(figure -> (figure.name() + " "
                + Double.toString(figure.value()).replaceFirst("\\.0$", "") + " " + figure.unit()).strip())
                .collect(Collectors.joining(", "));
    }
}
