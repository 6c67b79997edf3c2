package org.caravan.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.api.application.BandwidthMeanView;
import org.caravan.api.application.LinkBandwidthView;
import org.caravan.api.application.LinkQuotaView;
import org.junit.jupiter.api.Test;

class BandwidthCommandTest {

    /** All copies of the host have the quota of a link together, so it is there once. */
    @Test
    void aQuotaIsShownOnceForEachHostAndLink() {
        LinkQuotaView used = new LinkQuotaView(10_000_000_000L, "month", Optional.of(256_000L), Optional.empty(), 10_012_000_000L,
                Instant.parse("2026-12-01T00:00:00Z"), Optional.of(Instant.parse("2026-11-26T09:14:31Z")));
        LinkQuotaView left = new LinkQuotaView(10_000_000_000L, "month", Optional.of(256_000L), Optional.empty(), 1_500_000,
                Instant.parse("2026-12-01T00:00:00Z"), Optional.empty());
        assertThat(BandwidthCommand.lines(List.of(link("pi-1", "web:1@7", used), link("pi-1", "web:2@7", used), link("pi-2", "web:3@7",
                left)))).filteredOn(line -> line.contains("quota")).containsExactly(
                "  quota of lte: 10.012 of 10.000 GB/month used, renewed 2026-12-01 00:00 UTC; 0.26 Mbit/s since 2026-11-26 09:14 UTC",
                "  quota of lte: 0.002 of 10.000 GB/month used, renewed 2026-12-01 00:00 UTC");
    }

    @Test
    void aPriceTakesThePlaceOfTheMaximum() {
        LinkQuotaView used = new LinkQuotaView(10_000_000_000L, "month", Optional.empty(), Optional.of(0.09), 10_012_000_000L,
                Instant.parse("2026-12-01T00:00:00Z"), Optional.of(Instant.parse("2026-11-26T09:14:31Z")));
        assertThat(BandwidthCommand.lines(List.of(link("pi-1", "web:1@7", used)))).filteredOn(line -> line.contains("quota"))
                .containsExactly("  quota of lte: 10.012 of 10.000 GB/month used, renewed 2026-12-01 00:00 UTC; 0.09 EUR/GiB since "
                        + "2026-11-26 09:14 UTC");
    }

    @Test
    void aHistoryHasALineForEachMean() {
        assertThat(BandwidthCommand.history(List.of(new BandwidthMeanView(Instant.parse("2026-11-26T09:14:00Z"), "pi-1", "web:1@7",
                "lte", 60,
                9_000_000, 8_700_000, 120_000, true)))).containsExactly(
                "begin (UTC)      copy                     host                 link            granted     used  refused",
                "2026-11-26 09:14 web:1@7                  pi-1                 lte        in      9.00     8.70     0.12");
        assertThat(BandwidthCommand.history(List.of())).containsExactly("There are no readings of bandwidth in this time.");
    }

    private static LinkBandwidthView link(String host, String copy, LinkQuotaView quota) {
        return new LinkBandwidthView(host, "shop", copy, "lte", Optional.of(256_000L), 0, Optional.empty(), 1, 256_000, 250_000, 0, 15,
                Instant.EPOCH, Optional.of(quota), false);
    }
}
