package org.caravan.cli.network;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.api.network.AffordableFlowsView;
import org.caravan.api.network.AffordableFlowsView.FlowView;
import org.caravan.api.network.AffordableFlowsView.LinkView;
import org.caravan.api.network.ProbeFlows;
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
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

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
                    "idle: round-trip times only; trains: also a packet train on each path, which estimates throughput in seconds (on "
                    + "more than 402 paths: to and from each access point); quick: one flow to and from each access point; "
                    + "standard: also further flows where the peer was the bottleneck; full: one flow per pair (default: standard; "
                    + "with --path: full).")
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
        Answer<ProbeRunView> run = new Polling(terminal()).last(POLL_MILLIS, () -> run(api, id),
                now -> read(now).state().equals("RUNNING"), now -> bar(now.value().done(), now.value().total(), "probes"));
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

    /** Daily amount of data in user notation: {@code 50MB/day}, {@code 200 kB/day}. */
    record DataAmount(long bytes) {

        private static final Pattern TEXT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?) ?(B|kB|MB|GB)(?:/day)?");
        private static final Map<String, Long> UNITS = Map.of("B", 1L, "kB", 1_000L, "MB", 1_000_000L, "GB", 1_000_000_000L);

        static final class Reader implements ITypeConverter<DataAmount> {

            @Override
            public DataAmount convert(String text) {
                Matcher matcher = TEXT.matcher(text);
                if (!matcher.matches()) {
                    throw new TypeConversionException("'" + text + "' is not an amount of data.\n    Maybe use 50MB/day.");
                }
                return new DataAmount(new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(UNITS.get(matcher.group(2))))
                        .longValue());
            }
        }
    }

    /** Options that select the paths to measure and their flows. */
    static final class FlowOptions {

        @Option(names = "--path", paramLabel = "\"FROM -> TO\"",
                description = "Measure this path only, as \"bergen.BKK/ipv6 -> simula.Uninett/ipv6\"; may be repeated."
                + " Implies --scope full unless --scope idle is given.")
        private List<String> paths = List.of();

        @Option(names = "--seconds", paramLabel = "S", description = "Duration of a flow in seconds, 2 to 600 (default: 4).")
        private Integer seconds;

        @Option(names = "--at-once", paramLabel = "N",
                description = "Maximum number of concurrent flows; flows that share an access link never run concurrently (default: 3).")
        private Integer atOnce;

        boolean choosesPaths() {
            return !paths.isEmpty();
        }

        /** Paths and flows of the request; empty if the server selects all of them. */
        Optional<ProbeFlows> chosen() {
            ProbeFlows flows = new ProbeFlows(paths, Optional.ofNullable(seconds), Optional.ofNullable(atOnce));
            return flows.equals(ProbeFlows.ANY) ? Optional.empty() : Optional.of(flows);
        }
    }
}
