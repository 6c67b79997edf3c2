package org.caravan.cli.application;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.caravan.api.application.BandwidthMeanView;
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
        description = "Shows what copies are granted and use of the access links of their sites, in Mbit/s, as of the latest reading.",
        subcommands = {BandwidthSetCommand.class, BandwidthResetCommand.class},
        footer = {"", "out, in: what a copy sends and receives; inbound where the downlink is declared.",
                "refused: estimated rate of dropped packets; TCP sends less instead.", "",
                "Example: caravan bandwidth sock-shop", "         caravan bandwidth sock-shop --hours 24",
                "         caravan bandwidth set frontend:1 min 20Mbit/s"})
public final class BandwidthCommand extends LiveCommand {

    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    @Mixin
    private ApplicationName application;

    @Option(names = "--host", paramLabel = "HOST", description = "Only copies on this host.")
    private String host;

    @Option(names = "--hours", paramLabel = "N", description = "Means of the last N hours of an application, 1 to 336: per minute up to 6 "
            + "hours, per hour beyond.")
    private Integer hours;

    @Override
    protected int run(Api api) {
        return hours == null ? latest(api) : history(api);
    }

    private int history(Api api) {
        Answer<List<BandwidthMeanView>> means = api.list(ApiPath.of("applications", application.required(), "bandwidth")
                .with("hours", hours.toString()), BandwidthMeanView.class);
        if (!printedJson(means)) {
            history(means.value().stream().filter(mean -> host == null || host.equals(mean.hostId())).toList()).forEach(terminal()::line);
        }
        return ExitCode.DONE;
    }

    private int latest(Api api) {
        Answer<List<LinkBandwidthView>> links =
                api.list(ApiPath.of("bandwidth").with("host", host).with("application", application.named()), LinkBandwidthView.class);
        if (!printedJson(links)) {
            lines(links.value()).forEach(terminal()::line);
        }
        return ExitCode.DONE;
    }

    static List<String> lines(List<LinkBandwidthView> links) {
        if (links.isEmpty()) {
            return List.of("There are no readings of bandwidth: no host divides an access link.");
        }
        List<String> lines = new ArrayList<>(List.of(String.format("%-40s %-10s %-3s %8s %8s %8s %6s %8s %8s %8s", "", "link", "",
                "capacity", "min",
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
            lines.add(String.format("%-40s %-10s %-3s %8s %8s %8s %6s %8s %8s %8s", "  " + link.application() + " " + link.copy(),
                    link.ispId(), direction(link.inbound()), link.capacityBitsPerSecond().map(BandwidthCommand::mbps).orElse("-"),
                    mbps(link.minBitsPerSecond()),
                    link.maxBitsPerSecond().map(BandwidthCommand::mbps).orElse("-"), Bandwidth.shareText(link.share()),
                    mbps(link.grantedBitsPerSecond()), mbps(link.usedBitsPerSecond()), mbps(link.refusedBitsPerSecond())));
        }
        return lines;
    }

    static List<String> history(List<BandwidthMeanView> means) {
        if (means.isEmpty()) {
            return List.of("There are no readings of bandwidth in this time.");
        }
        List<String> lines = new ArrayList<>(List.of(String.format("%-16s %-24s %-20s %-10s %-3s %8s %8s %8s", "begin (UTC)", "copy",
                "host", "link", "", "granted", "used", "refused")));
        means.forEach(mean -> lines.add(String.format("%-16s %-24s %-20s %-10s %-3s %8s %8s %8s", MINUTE.format(mean.begin()),
                mean.copy(), mean.hostId(), mean.ispId(), direction(mean.inbound()), mbps(mean.grantedBitsPerSecond()),
                mbps(mean.usedBitsPerSecond()), mbps(mean.refusedBitsPerSecond()))));
        return lines;
    }

    private static String direction(boolean inbound) {
        return inbound ? "in" : "out";
    }

    /** All copies of the host on the link have it together. */
    private static String quota(LinkBandwidthView link, LinkQuotaView quota) {
        return String.format(Locale.ROOT, "quota of %s: %.3f of %.3f GB/%s used, renewed %s UTC%s", link.ispId(), quota.usedBytes() / 1e9,
                quota.bytes() / 1e9, quota.period(), MINUTE.format(quota.renewal()), quota.exceeded().map(at -> "; " + then(quota)
                        + " since " + MINUTE.format(at) + " UTC").orElse(""));
    }

    private static String then(LinkQuotaView quota) {
        return quota.maxBitsPerSecond().map(max -> mbps(max) + " Mbit/s")
                .orElseGet(() -> quota.eurosPerGib().map(price -> price + " EUR/GiB").orElse("used up"));
    }

    private static String mbps(long bitsPerSecond) {
        return String.format(Locale.ROOT, "%.2f", bitsPerSecond / 1e6);
    }
}
