package org.caravan.cli.application;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.caravan.application.Bandwidth;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
        name = "bandwidth",
        mixinStandardHelpOptions = true,
        description = "Shows what copies are granted and use of the uplinks of their sites, in Mbit/s, as of the latest reading.",
        subcommands = {BandwidthSetCommand.class, BandwidthResetCommand.class},
        footer = {"", "refused: estimated rate of dropped packets; TCP sends less instead.", "",
                "Example: caravan bandwidth sock-shop", "         caravan bandwidth set frontend:1 min 20Mbit/s"})
public final class BandwidthCommand extends LiveCommand {

    @Mixin
    private ApplicationName application;

    @Option(names = "--host", paramLabel = "HOST", description = "Only copies on this host.")
    private String host;

    @Override
    protected int run(Api api) {
        JsonNode links = api.all(ApiPath.of("bandwidth").with("host", host).with("application", application.named()));
        if (!printedJson(links)) {
            lines(links).forEach(terminal()::line);
        }
        return ExitCode.DONE;
    }

    static List<String> lines(JsonNode links) {
        if (links.isEmpty()) {
            return List.of("There are no readings of bandwidth: no host divides an uplink.");
        }
        List<String> lines = new ArrayList<>(List.of(String.format("%-40s %-10s %8s %8s %8s %6s %8s %8s %8s", "", "link", "capacity", "min",
                "max", "share", "granted", "used", "refused")));
        String before = "";
        for (JsonNode link : links) {
            String on = link.path("hostId").asString();
            if (!on.equals(before)) {
                lines.add(on);
                before = on;
            }
            lines.add(String.format("%-40s %-10s %8s %8s %8s %6s %8s %8s %8s", "  " + link.path("application").asString() + " "
                    + link.path("copy").asString(), link.path("ispId").asString(), mbps(link, "capacityBitsPerSecond"),
                    mbps(link, "minBitsPerSecond"), mbps(link, "maxBitsPerSecond"), Bandwidth.shareText(link.path("share").asDouble(0)),
                    mbps(link, "grantedBitsPerSecond"), mbps(link, "usedBitsPerSecond"), mbps(link, "refusedBitsPerSecond")));
        }
        return lines;
    }

    private static String mbps(JsonNode link, String field) {
        return link.has(field) ? String.format(Locale.ROOT, "%.2f", link.path(field).asDouble() / 1e6) : "-";
    }
}
