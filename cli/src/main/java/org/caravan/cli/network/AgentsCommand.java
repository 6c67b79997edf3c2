package org.caravan.cli.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

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
        JsonNode probeAgents = api.all(ApiPath.of("lookouts"));
        if (!printedJson(probeAgents)) {
            lines(probeAgents).forEach(terminal()::line);
        }
        return ExitCode.DONE;
    }

    public static List<String> lines(JsonNode probeAgents) {
        if (probeAgents.isEmpty()) {
            return List.of("none: continuous probing is disabled (caravan.probing.every)");
        }
        List<String> lines = new ArrayList<>();
        lines.add(String.format("%-24s %6s %8s %8s %8s %22s  %s", "", "paths", "waiting", "fetched", "dropped", "clock ahead ms",
                "visited"));
        probeAgents.forEach(one -> {
            lines.add(String.format("%-24s %6d %8d %8d %8d %22s  %s", one.path("machineId").asString(), one.path("paths").asInt(),
                    one.path("waiting").asInt(),
                    one.path("fetched").asLong(), one.path("dropped").asLong(), clock(one), one.has("visitedAt")
                            ? one.path("visitedAt").asString() : "never"));
            if (one.has("fault")) {
                one.path("fault").asString().lines().forEach(line -> lines.add("  " + line));
            }
        });
        return lines;
    }

    private static String clock(JsonNode one) {
        return one.has("clockOffsetMillis")
                ? String.format(Locale.ROOT, "%+.1f ±%.1f", one.path("clockOffsetMillis").asDouble(),
                        one.path("clockBoundMillis").asDouble()) : "-";
    }
}
