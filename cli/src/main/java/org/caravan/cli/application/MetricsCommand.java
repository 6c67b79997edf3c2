package org.caravan.cli.application;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.api.application.ConsumedView;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "metrics",
        mixinStandardHelpOptions = true,
        description = "Shows CPU, memory, disk and network usage of hosts and copies; for routers also requests and latencies, for copies "
                + "that users reach without a router also connections and round-trip times.",
        footer = {"", "Example: caravan metrics sock-shop"})
public final class MetricsCommand extends LiveCommand {

    @Option(names = "--host", paramLabel = "HOST", description = "Show this host and its copies only.")
    private String host;

    @Mixin
    private ApplicationName application;

    @Override
    protected int run(Api api) {
        Answer<List<ConsumedView>> metrics =
                api.list(ApiPath.of("metrics").with("host", host).with("application", application.named()), ConsumedView.class);
        if (printedJson(metrics)) {
            return ExitCode.DONE;
        }
        lines(metrics.value()).forEach(terminal()::line);
        return ExitCode.DONE;
    }

    public static List<String> lines(List<ConsumedView> metrics) {
        List<String> lines = new ArrayList<>(List.of(String.format("%-40s %9s %11s %11s %11s %11s %11s", "", "CPU cores", "memory MiB",
                "read kB/s",
                "write kB/s", "in kB/s", "out kB/s")));
        metrics.forEach(one -> lines.add(String.format("%-40s %9s %11s %11s %11s %11s %11s", subject(one),
                figure(one.cpuMilliCores(), 1000, 2),
                figure(one.memoryBytes(), 1 << 20, 1), figure(one.diskReadBytesPerSecond(), 1000, 1),
                        figure(one.diskWriteBytesPerSecond(), 1000, 1),
                figure(one.networkInBytesPerSecond(), 1000, 1), figure(one.networkOutBytesPerSecond(), 1000, 1))));
        List<ConsumedView> routers = metrics.stream().filter(one -> one.requestsPerSecond().isPresent()).toList();
        if (!routers.isEmpty()) {
            lines.add("");
            lines.add(String.format("%-40s %11s %11s %11s %11s", "", "requests/s", "median ms", "p95 ms", "p99 ms"));
            routers.forEach(one -> lines.add(String.format("%-40s %11s %11s %11s %11s", subject(one),
                    figure(one.requestsPerSecond(), 1, 1),
                    figure(one.latencyMedianMillis(), 1, 1), figure(one.latencyP95Millis(), 1, 1),
                            figure(one.latencyP99Millis(), 1, 1))));
        }
        List<ConsumedView> entries = metrics.stream().filter(one -> one.connectionsPerSecond().isPresent()).toList();
        if (!entries.isEmpty()) {
            lines.add("");
            lines.add(String.format("%-40s %13s %13s %13s", "users without a router", "connections/s", "RTT median ms", "RTT p95 ms"));
            entries.forEach(one -> lines.add(String.format("%-40s %13s %13s %13s", subject(one), figure(one.connectionsPerSecond(), 1, 1),
                    figure(one.roundTripMedianMillis(), 1, 1), figure(one.roundTripP95Millis(), 1, 1))));
        }
        return lines;
    }

    /** Hosts first, then indented the copies on each host. */
    private static String subject(ConsumedView one) {
        return one.copy().map(copy -> "  " + one.application().orElse("") + " " + copy).orElse(one.hostId());
    }

    private static String figure(Optional<Double> value, double unit, int digits) {
        return value.map(known -> String.format(Locale.ROOT, "%." + digits + "f", known / unit)).orElse("-");
    }
}
