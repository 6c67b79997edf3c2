package org.caravan.cli.network;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.cli.command.CompletionWords;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.Polling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
        name = "probe",
        mixinStandardHelpOptions = true,
        description = "Measures the network between sites, per ISP and IP version.",
        exitCodeList = {"0:Measured; some probes may have failed.", "1:Error, or the run did not complete."},
        footer = {"", "Example: caravan probe --budget 50MB/day --dry-run"})
public final class ProbeCommand extends LiveCommand {

    private static final long POLL_MILLIS = 300;

    @Option(
            names = "--scope",
            completionCandidates = CompletionWords.Scopes.class,
            description =
                    "idle: round-trip times only; trains: also packet trains to and from each access point, which estimate throughput in "
                    + "seconds; quick: one flow each instead; standard: also further flows where the"
                    + " peer was the bottleneck; full: one flow per pair (default: standard; with --path: full).")
    private String scope;

    @Option(
            names = "--budget",
            paramLabel = "AMOUNT/day",
            converter = DataAmount.Reader.class,
            description =
                    "Traffic budget of each access link in any 24 hours, instead of a scope: measures round-trip times and as many flows "
                    + "as the"
                    + " budget allows, changed and oldest paths first. Prints the cost before it measures.")
    private DataAmount budget;

    @Option(names = "--dry-run", description = "With --budget: only print the planned traffic.")
    private boolean dryRun;

    @Option(names = "--repetitions", paramLabel = "N",
            description = "Number of repetitions of the whole measurement, 1 to 100 (default: 1).")
    private Integer repetitions;

    @Mixin
    private FlowOptions flows = new FlowOptions();

    @Override
    protected int run(Api api) {
        if (budget != null) {
            JsonNode affordable = api.get(ApiPath.of("probes", "affordable").with("budgetBytes", budget.bytes()));
            if (dryRun && printedJson(affordable)) {
                return ExitCode.DONE;
            }
            if (!json()) {
                printCost(affordable);
            }
            if (dryRun) {
                return ExitCode.DONE;
            }
        }
        String id = api.post(ApiPath.of("probes"), wish()).path("probeRunId").asString();
        JsonNode run = api.get(ApiPath.of("probes", id));
        while (run.path("state").asString().equals("RUNNING")) {
            if (!json()) {
                terminal().bar(run.path("done").asInt(), run.path("total").asInt(), "probes");
            }
            Polling.pause(POLL_MILLIS);
            run = api.get(ApiPath.of("probes", id));
        }
        if (!printedJson(run)) {
            printSummary(run);
        }
        return run.path("state").asString().equals("DONE") ? ExitCode.DONE : ExitCode.ERROR;
    }

    /** Chosen paths imply the scope full, because other scopes choose paths themselves. */
    private String scope() {
        return scope != null ? scope : flows.choosesPaths() ? "full" : "standard";
    }

    private Map<String, Object> wish() {
        Map<String, Object> wish = new TreeMap<>();
        wish.put(budget == null ? "scope" : "budgetBytes", budget == null ? scope() : budget.bytes());
        if (repetitions != null) {
            wish.put("repetitions", repetitions);
        }
        if (!flows.body().isEmpty()) {
            wish.put("flows", flows.body());
        }
        return wish;
    }

    private void printCost(JsonNode affordable) {
        long expected = affordable.path("flows").valueStream().mapToLong(flow -> flow.path("expectedBytes").asLong()).sum();
        terminal().line(String.format(Locale.ROOT, "%d flows, %.1f MB expected; at most %.1f MB a day and access link",
                affordable.path("flows").size(),
                expected / 1e6, affordable.path("budgetBytes").asLong() / 1e6));
        affordable.path("flows").forEach(flow -> terminal().line(String.format(Locale.ROOT, "  %-72s %7.1f MB%s",
                flow.path("path").asString(), flow.path("expectedBytes").asLong() / 1e6, flow.path("changed").asBoolean() ? "  changed"
                        : "")));
        affordable.path("links").valueStream()
                .filter(link -> link.path("spentBytes").asLong() > 0 || link.path("budgetBytes").isNumber())
                .forEach(link -> terminal().line(String.format(Locale.ROOT, "  %-72s %7.1f MB spent in 24 h%s",
                        link.path("link").asString(),
                        link.path("spentBytes").asLong() / 1e6, ofItsOwn(link))));
        if (!affordable.path("unaffordable").isEmpty()) {
            terminal().line("  " + affordable.path("unaffordable").size()
                    + " paths keep their estimate: one flow costs more than a day's budget");
        }
    }

    /** The infrastructure can define a budget for an access link. */
    private static String ofItsOwn(JsonNode link) {
        return link.path("budgetBytes").isNumber() ? String.format(Locale.ROOT, " of %.1f MB/day", link.path("budgetBytes").asLong() / 1e6)
                : "";
    }

    private void printSummary(JsonNode run) {
        terminal().line(String.format(Locale.ROOT, "%d of %d probes taken in %.1f s, %.1f MB on the wire, %d faults",
                run.path("done").asInt(), run.path("total").asInt(), run.path("seconds").asDouble(),
                run.path("sentBytes").asLong() / 1e6, run.path("faults").size()));
        run.path("faults").forEach(fault -> terminal().line("  " + fault.asString()));
    }
}
