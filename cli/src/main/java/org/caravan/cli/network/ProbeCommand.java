package org.caravan.cli.network;

import java.util.Locale;
import java.util.Optional;
import org.caravan.api.network.AffordableFlowsView.FlowView;
import org.caravan.api.network.AffordableFlowsView.LinkView;
import org.caravan.api.network.AffordableFlowsView;
import org.caravan.api.network.ProbeOrder;
import org.caravan.api.network.ProbeRunBegun;
import org.caravan.api.network.ProbeRunView;
import org.caravan.cli.command.CompletionWords;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.Polling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
            Answer<AffordableFlowsView> affordable =
                    api.get(ApiPath.of("probes", "affordable").with("budgetBytes", budget.bytes()), AffordableFlowsView.class);
            if (dryRun && printedJson(affordable)) {
                return ExitCode.DONE;
            }
            if (!json()) {
                printCost(affordable.value());
            }
            if (dryRun) {
                return ExitCode.DONE;
            }
        }
        String id = api.post(ApiPath.of("probes"), order(), ProbeRunBegun.class).value().probeRunId();
        Answer<ProbeRunView> run = run(api, id);
        while (read(run).state().equals("RUNNING")) {
            if (!json()) {
                terminal().bar(run.value().done(), run.value().total(), "probes");
            }
            Polling.pause(POLL_MILLIS);
            run = run(api, id);
        }
        if (!printedJson(run)) {
            printSummary(run.value());
        }
        return run.value().state().equals("DONE") ? ExitCode.DONE : ExitCode.ERROR;
    }

    private static Answer<ProbeRunView> run(Api api, String id) {
        return api.get(ApiPath.of("probes", id), ProbeRunView.class);
    }

    /** Chosen paths imply the scope full, because other scopes choose paths themselves. */
    private String scope() {
        return scope != null ? scope : flows.choosesPaths() ? "full" : "standard";
    }

    private ProbeOrder order() {
        return new ProbeOrder(budget == null ? Optional.of(scope()) : Optional.empty(), Optional.ofNullable(repetitions),
                Optional.ofNullable(budget).map(DataAmount::bytes), flows.chosen());
    }

    private void printCost(AffordableFlowsView affordable) {
        long expected = affordable.flows().stream().mapToLong(FlowView::expectedBytes).sum();
        terminal().line(String.format(Locale.ROOT, "%d flows, %.1f MB expected; at most %.1f MB a day and access link",
                affordable.flows().size(), expected / 1e6, affordable.budgetBytes() / 1e6));
        affordable.flows().forEach(flow -> terminal().line(String.format(Locale.ROOT, "  %-72s %7.1f MB%s",
                flow.path(), flow.expectedBytes() / 1e6, flow.changed() ? "  changed" : "")));
        affordable.links().stream().filter(link -> link.spentBytes() > 0 || link.budgetBytes().isPresent())
                .forEach(link -> terminal().line(String.format(Locale.ROOT, "  %-72s %7.1f MB spent in 24 h%s",
                        link.link(), link.spentBytes() / 1e6, ofItsOwn(link))));
        if (!affordable.unaffordable().isEmpty()) {
            terminal().line("  " + affordable.unaffordable().size() + " paths keep their estimate: one flow costs more than "
                    + "a day's budget");
        }
    }

    /** The infrastructure can define a budget for an access link. */
    private static String ofItsOwn(LinkView link) {
        return link.budgetBytes().map(bytes -> String.format(Locale.ROOT, " of %.1f MB/day", bytes / 1e6)).orElse("");
    }

    private void printSummary(ProbeRunView run) {
        terminal().line(String.format(Locale.ROOT, "%d of %d probes taken in %.1f s, %.1f MB on the wire, %d faults",
                run.done(), run.total(), run.seconds(), run.sentBytes() / 1e6, run.faults().size()));
        run.faults().forEach(fault -> terminal().line("  " + fault));
    }
}
