package org.caravan.cli.application;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.caravan.api.application.LinkBandwidthView;
import org.caravan.api.application.LinkQuotaView;
import org.caravan.application.Bandwidth;
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
        name = "bandwidth",
        mixinStandardHelpOptions = true,
        description = "Shows what copies are granted and use of the uplinks of their sites, in Mbit/s, as of the latest reading.",
        subcommands = {BandwidthSetCommand.class, BandwidthResetCommand.class},
        footer = {"", "refused: estimated rate of dropped packets; TCP sends less instead.", "",
                "Example: caravan bandwidth sock-shop", "         caravan bandwidth set frontend:1 min 20Mbit/s"})
public final class BandwidthCommand extends LiveCommand {

    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    @Mixin
    private ApplicationName application;

    @Option(names = "--host", paramLabel = "HOST", description = "Only copies on this host.")
    private String host;

    @Override
    protected int run(Api api) {
        Answer<List<LinkBandwidthView>> links =
                api.list(ApiPath.of("bandwidth").with("host", host).with("application", application.named()), LinkBandwidthView.class);
        if (!printedJson(links)) {
            lines(links.value()).forEach(terminal()::line);
        }
        return ExitCode.DONE;
    }

    static List<String> lines(List<LinkBandwidthView> links) {
        if (links.isEmpty()) {
            return List.of("There are no readings of bandwidth: no host divides an uplink.");
        }
        List<String> lines = new ArrayList<>(List.of(String.format("%-40s %-10s %8s %8s %8s %6s %8s %8s %8s", "", "link", "capacity", "min",
                "max", "share", "granted", "used", "refused")));
        String before = "";
        Set<String> limited = new HashSet<>();
        for (LinkBandwidthView link : links) {
            String on = link.hostId();
            if (!on.equals(before)) {
                lines.add(on);
                before = on;
            }
            link.quota().filter(quota -> limited.add(on + " " + link.ispId())).ifPresent(quota -> lines.add("  " + quota(link, quota)));
            lines.add(String.format("%-40s %-10s %8s %8s %8s %6s %8s %8s %8s", "  " + link.application() + " " + link.copy(),
                    link.ispId(), link.capacityBitsPerSecond().map(BandwidthCommand::mbps).orElse("-"), mbps(link.minBitsPerSecond()),
                    link.maxBitsPerSecond().map(BandwidthCommand::mbps).orElse("-"), Bandwidth.shareText(link.share()),
                    mbps(link.grantedBitsPerSecond()), mbps(link.usedBitsPerSecond()), mbps(link.refusedBitsPerSecond())));
        }
        return lines;
    }

    /** All copies of the host on the link have it together. */
    private static String quota(LinkBandwidthView link, LinkQuotaView quota) {
        return String.format(Locale.ROOT, "quota of %s: %.3f of %.3f GB/%s used, renewed %s UTC%s", link.ispId(), quota.usedBytes() / 1e9,
                quota.bytes() / 1e9, quota.period(), MINUTE.format(quota.renewal()), quota.exceeded().map(at -> "; " + mbps(
                        quota.maxBitsPerSecond()) + " Mbit/s since " + MINUTE.format(at) + " UTC").orElse(""));
    }

    private static String mbps(long bitsPerSecond) {
        return String.format(Locale.ROOT, "%.2f", bitsPerSecond / 1e6);
    }
}
