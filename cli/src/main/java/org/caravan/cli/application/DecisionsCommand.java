package org.caravan.cli.application;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.cli.command.Terminal;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

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
        JsonNode decisions = api.get(path.with("most", most));
        if (!follow && printedJson(decisions)) {
            return ExitCode.DONE;
        }
        if (!follow) {
            sayIfNone(decisions, "no decisions yet");
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
        api.get(path).forEach(decision -> known.putIfAbsent(decision.path("number").asLong(), decision.path("outcome").asString()));
        try {
            while (true) {
                Thread.sleep(PAUSE_MILLIS);
                print(api.get(path), known);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Prints decisions that are new or have a new outcome, oldest first. */
    private void print(JsonNode decisions, Map<Long, String> known) {
        for (int i = decisions.size() - 1; i >= 0; i--) {
            JsonNode decision = decisions.get(i);
            String outcome = decision.path("outcome").asString();
            if (!outcome.equals(known.put(decision.path("number").asLong(), outcome))) {
                print(decision);
            }
        }
    }

    private void print(JsonNode decision) {
        if (json()) {
            terminal().line(decision.toString());
            return;
        }
        JsonNode action = decision.path("action");
        terminal().line(String.format(Locale.ROOT, "%d  %s  %s%s%s", decision.path("number").asLong(),
                Terminal.second(decision.path("at").asString()),
                decision.path("rule").asString(), decision.has("application") ? "  " + decision.path("application").asString() : "",
                action.has("state") ? "  " + action.path("state").asString().toLowerCase(Locale.ROOT) : ""));
        terminal().line("    " + decision.path("cause").asString());
        String figures = decision.path("figures").valueStream().map(DecisionsCommand::figure).collect(Collectors.joining(", "));
        if (!figures.isEmpty()) {
            terminal().line("    " + figures);
        }
        terminal().line("    " + decision.path("outcome").asString() + (action.has("approvedBy") ? " Approved by "
                + action.path("approvedBy").asString() + "." : ""));
        if (diff) {
            action.path("diffText").asString("").lines().forEach(line -> terminal().diff("    " + line));
        }
    }

    static String figure(JsonNode figure) {
        String value = Double.toString(figure.path("value").asDouble()).replaceFirst("\\.0$", "");
        return (figure.path("name").asString() + " " + value + " " + figure.path("unit").asString()).strip();
    }
}
