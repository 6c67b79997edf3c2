package org.caravan.cli.network;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.api.network.StandingProbesView;
import org.caravan.api.network.StandingProbesView.LinkView;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;

@Command(
        name = "probes",
        mixinStandardHelpOptions = true,
        description = "Shows plan and cost of the standing idle probes of each access link: paths, intervals, bytes of the last 24 hours "
                + "and their budget.",
        footer = {"", "Example: caravan network probes"})
public final class StandingProbesCommand extends LiveCommand {

    @Override
    protected int run(Api api) {
        Answer<StandingProbesView> probes = api.get(ApiPath.of("network", "probes"), StandingProbesView.class);
        if (!printedJson(probes)) {
            lines(probes.value()).forEach(terminal()::line);
        }
        return ExitCode.DONE;
    }

    public static List<String> lines(StandingProbesView probes) {
        List<String> lines = new ArrayList<>();
        // A second line is a hint.
        probes.off().ifPresent(off -> lines.addAll(off.replace("\n", "\n    ").lines().toList()));
        if (probes.periodSeconds() == 0) {
            return lines;
        }
        lines.add(String.format("%-24s %6s %6s %13s %11s %11s %10s  %-20s  %s", "", "paths", "in use", "every s", "MB/day", "MB in 24 h",
                "budget MB", "last", "next"));
        probes.links().forEach(link -> {
            lines.add(String.format(Locale.ROOT, "%-24s %6d %6d %13s %11.2f %11.2f %10.1f  %-20s  %s", link.link(), link.paths(),
                    link.used(),
                    interval(link), link.plannedBytes() / 1e6, link.sentBytes() / 1e6, link.budgetBytes() / 1e6, time(link.last()),
                    time(link.next())));
            link.skipped().forEach(reason -> lines.add("  not measured: " + reason));
        });
        lines.add("Paths in use are due every " + probes.periodSeconds() + " s, others less often; MB/day without repeated measurements.");
        return lines;
    }

    private static String interval(LinkView link) {
        return link.paths() == 0 ? "-" : link.shortestSeconds() == link.longestSeconds() ? Long.toString(link.shortestSeconds())
                : link.shortestSeconds() + " to " + link.longestSeconds();
    }

    private static String time(Optional<Instant> at) {
        return at.map(known -> known.truncatedTo(ChronoUnit.SECONDS).toString()).orElse("-");
    }
}
