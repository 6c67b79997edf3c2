package org.caravan.cli.network;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.caravan.api.network.ProbeAgentView;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;

@Command(
        name = "agents",
        aliases = "lookouts",
        mixinStandardHelpOptions = true,
        description =
                "Lists the machines that continue probing while the server is unreachable, with their waiting samples and clock offsets.",
        footer = {"", "Example: caravan network agents"})
public final class AgentsCommand extends LiveCommand {

    @Override
    protected int run(Api api) {
        Answer<List<ProbeAgentView>> probeAgents = api.list(ApiPath.of("lookouts"), ProbeAgentView.class);
        if (!printedJson(probeAgents)) {
            lines(probeAgents.value()).forEach(terminal()::line);
        }
        return ExitCode.DONE;
    }

    public static List<String> lines(List<ProbeAgentView> probeAgents) {
        if (probeAgents.isEmpty()) {
            return List.of("none: continuous probing is disabled (caravan.probing.every)");
        }
        List<String> lines = new ArrayList<>();
        lines.add(String.format("%-24s %6s %8s %8s %8s %22s  %s", "", "paths", "waiting", "fetched", "dropped", "clock ahead ms",
                "visited"));
        probeAgents.forEach(one -> {
            lines.add(String.format("%-24s %6d %8d %8d %8d %22s  %s", one.machineId(), one.paths(), one.waiting(), one.fetched(),
                    one.dropped(), clock(one), one.visitedAt().map(Instant::toString).orElse("never")));
            one.fault().ifPresent(fault -> fault.lines().forEach(line -> lines.add("  " + line)));
        });
        return lines;
    }

    private static String clock(ProbeAgentView one) {
        return one.clockOffsetMillis().map(offset -> String.format(Locale.ROOT, "%+.1f ±%.1f", offset, one.clockBoundMillis().orElse(0.0)))
                .orElse("-");
    }
}
