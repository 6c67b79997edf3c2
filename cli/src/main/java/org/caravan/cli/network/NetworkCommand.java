package org.caravan.cli.network;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.api.network.MeasuredPathView;
import org.caravan.api.network.MeasuredPathView.FigureView;
import org.caravan.api.node.InfrastructureView;
import org.caravan.api.node.InfrastructureView.SiteView;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "network",
        mixinStandardHelpOptions = true,
        description = "Shows the measured round-trip times and throughputs per pair of sites, ISP and IP version.",
        subcommands = {NetworkCommand.NetworkChartCommand.class, StandingProbesCommand.class, AgentsCommand.class},
        footer = {"", "Example: caravan network --from hainan --to simula", "         caravan network --heat throughput --family ipv6"})
public final class NetworkCommand extends LiveCommand {

    @Option(names = "--from", paramLabel = "SITE", description = "Only paths from this site.")
    private String from;

    @Option(names = "--to", paramLabel = "SITE", description = "Only paths to this site.")
    private String to;

    @Option(names = "--window", paramLabel = "DURATION",
            description = "Age of the oldest sample, as 24h or 7d (default: the figures that planning uses).")
    private String window;

    @Option(names = "--csv", description = "Prints all figures as CSV (RFC 4180): rates in bit/s, times in ms.")
    private boolean csv;

    @Option(names = "--heat", paramLabel = "FIGURE", arity = "0..1", fallbackValue = "rtt",
            description =
                    "Print a shaded table of all sites with the rtt (default), loaded-rtt or throughput of the best path of each pair.")
    private NetworkHeat.Shown heat;

    @Option(names = "--family", paramLabel = "VERSION", description = "Only paths of this IP version: ipv4 or ipv6.")
    private Family family;

    /** IP versions as suffixes of paths. */
    enum Family { ipv4, ipv6 }

    @Override
    protected int run(Api api) {
        refuseUnknown(api);
        Answer<List<MeasuredPathView>> answer = api.list(ApiPath.of("network").with("window", window), MeasuredPathView.class);
        List<MeasuredPathView> all = answer.value();
        List<Integer> wanted = IntStream.range(0, all.size()).filter(index -> wanted(all.get(index))).boxed().toList();
        List<MeasuredPathView> paths = wanted.stream().map(all::get).toList();
        if (csv) {
            terminal().line(NetworkCsv.HEADER);
            paths.stream().map(NetworkCsv::row).forEach(terminal()::line);
        } else if (printedJson(JsonMapper.builder().build().createArrayNode()
                .addAll(wanted.stream().map(answer.document()::get).toList()))) {
            return ExitCode.DONE;
        } else if (heat != null) {
            NetworkHeat.lines(heat, paths, terminal().coloured()).forEach(terminal()::styled);
        } else {
            print(api, paths);
        }
        return ExitCode.DONE;
    }

    private void print(Api api, List<MeasuredPathView> paths) {
        if (paths.isEmpty()) {
            terminal().line("No measurements are known.\n    Maybe measure it: caravan probe.");
            return;
        }
        boolean p99 = paths.stream().anyMatch(path -> path.idleRtt().p99().isPresent());
        terminal().line(String.format("%-34s %-34s %16s %9s%s %9s %16s %22s %7s", "from", "to", "idle RTT ms", "p95 ms", p99
                ? String.format(" %9s", "p99 ms") : "", "jitter ms",
                "loaded RTT ms", "throughput Mbit/s", "loss %"));
        paths.forEach(path -> terminal().line(row(path, p99)));
        api.list(ApiPath.of("network", "silent"), String.class).value().forEach(path -> terminal().line("silent: " + path));
        terminal().line(
                "~ estimated from other paths; ° measured on connections of applications; ± half-width of the 95 % confidence interval");
    }

    /** Without this check an unknown site would look like a site without measurements. */
    private void refuseUnknown(Api api) {
        List<String> asked = Stream.of(from, to).filter(Objects::nonNull).distinct().toList();
        List<String> sites = asked.isEmpty() ? List.of() : api.get(ApiPath.of("infrastructure"), InfrastructureView.class).value().sites()
                .stream().map(SiteView::id).toList();
        List<String> unknown = asked.stream().filter(site -> !sites.contains(site)).toList();
        if (!unknown.isEmpty()) {
            throw new ApiFault("unknown-site", unknown.stream().map(site -> "There is no site (" + site + ").")
                    .collect(Collectors.joining("\n"))
                    + "\n    Maybe one of " + String.join(", ", sites) + ".");
        }
    }

    private boolean wanted(MeasuredPathView path) {
        return (from == null || path.from().startsWith(from + ".")) && (to == null || path.to().startsWith(to + "."))
                && (family == null || path.from().endsWith("/" + family));
    }

    /** @param p99 whether any path has a 99th percentile */
    static String row(MeasuredPathView path, boolean p99) {
        FigureView idle = path.idleRtt();
        return String.format(Locale.ROOT, "%-34s %-34s %16s %9.1f%s %9s %16s %22s %7.2f", path.from(), path.to(),
                figure(Optional.of(idle), 1), idle.p95(), p99 ? String.format(" %9s", tenths(idle.p99())) : "",
                tenths(path.jitter().map(FigureView::mean)), figure(path.loadedRtt(), 1), figure(path.throughput(), 1e6),
                path.loss() * 100);
    }

    private static String tenths(Optional<Double> number) {
        return number.map(known -> String.format(Locale.ROOT, "%.1f", known)).orElse("-");
    }

    /** @param unit number of units of the figure in one that is shown */
    public static String figure(Optional<FigureView> known, double unit) {
        return known.map(figure -> shown(figure, unit)).orElse("-");
    }

    private static String shown(FigureView figure, double unit) {
        String form = switch (figure.origin()) {
            case "ESTIMATED" -> "~%.1f";
            case "PASSIVE" -> "°%.1f ±%.1f";
            default -> "%.1f ±%.1f";
        };
        return String.format(Locale.ROOT, form, figure.mean() / unit, figure.halfWidth95() / unit);
    }

    @Command(
            name = "chart",
            mixinStandardHelpOptions = true,
            description =
                    "Draws the measurements between two sites as an SVG chart: one bar per ISP and IP version with 95 %% "
                            + "confidence intervals.",
            footer = {"", "Example: caravan network chart --from hainan --to simula"})
    static final class NetworkChartCommand extends LiveCommand {

        @Option(names = "--from", paramLabel = "SITE", required = true, description = "Sending site.")
        private String from;

        @Option(names = "--to", paramLabel = "SITE", required = true, description = "Receiving site.")
        private String to;

        @Option(names = "--quantity", defaultValue = "throughput",
                description = "Quantity: throughput, rtt or loaded-rtt (default: ${DEFAULT-VALUE}).")
        private String quantity;

        @Option(names = "--window", paramLabel = "DURATION",
                description = "Age of the oldest sample, as 24h or 7d (default: the figures that planning uses).")
        private String window;

        @Option(names = "--out", paramLabel = "FILE", description = "File to write (default: FROM-TO-QUANTITY.svg).")
        private Path file;

        @Override
        protected int run(Api api) {
            Path target = file != null ? file : Path.of(from + "-" + to + "-" + quantity + ".svg");
            api.download(ApiPath.of("network", "chart").with("from", from).with("to", to).with("quantity", quantity).with("window", window),
                    target);
            if (!printedJson(JsonMapper.builder().build().valueToTree(Map.of("file", target.toString())))) {
                terminal().line(target.toString());
            }
            return ExitCode.DONE;
        }
    }
}
