package org.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.caravan.measure.metric.BandwidthStore;
import org.caravan.measure.metric.LinkMean;
import org.caravan.measure.metric.LinkReading;
import org.caravan.unit.BitRate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteBandwidthStoreTest {

    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

    @TempDir
    private Path folder;

    @Test
    void theNewestReadingOfEachLinkIsKeptAndARepeatedOneCountsOnce() {
        try (BandwidthStore store = store(NOON.plusSeconds(60))) {
            LinkReading web = reading("web", "BKK", NOON, 8);
            store.take(List.of(web, reading("web", "Fibre", NOON, 1), reading("db", "BKK", NOON.minusSeconds(90), 3)));
            store.take(List.of(web, reading("web", "BKK", NOON.minusSeconds(15), 9)));
            assertThat(store.newest(NOON.minusSeconds(45))).containsExactly(web, reading("web", "Fibre", NOON, 1));
            assertThat(store.history("shop", NOON)).extracting(LinkMean::ispId).containsExactly("BKK", "Fibre");
        }
    }

    @Test
    void meansAreWeightedByTime() {
        try (BandwidthStore store = store(NOON.plusSeconds(60))) {
            store.take(List.of(reading("web", "BKK", NOON, 8), reading("web", "BKK", NOON.plusSeconds(15), 4),
                    reading("web", "BKK", NOON.plusSeconds(60), 1)));
            List<LinkMean> minutes = store.history("shop", NOON);
            assertThat(minutes).extracting(LinkMean::begin).containsExactly(NOON, NOON.plusSeconds(60));
            assertThat(minutes.get(0)).isEqualTo(new LinkMean("pi-1", "shop", "shop.web.1.7", "BKK", NOON, 30, BitRate.ofMbps(12),
                    BitRate.ofMbps(6), BitRate.ofMbps(0.6), false));
            assertThat(store.history("other", NOON)).isEmpty();
        }
        try (BandwidthStore later = store(NOON.plus(Duration.ofHours(12)))) {
            assertThat(later.history("shop", NOON)).extracting(LinkMean::seconds).containsExactly(45.0);
        }
        try (BandwidthStore muchLater = store(NOON.plus(Duration.ofDays(15)))) {
            muchLater.take(List.of());
            assertThat(muchLater.newest(Instant.EPOCH)).isEmpty();
            assertThat(muchLater.history("shop", NOON)).isEmpty();
        }
    }

    @Test
    void directionsAreCountedApartAlsoInAFileThatHadOne() throws SQLException {
        try (Connection file = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("bandwidth.db"));
                Statement statement = file.createStatement()) {
            statement.execute("CREATE TABLE newest (copy TEXT NOT NULL, isp TEXT NOT NULL, PRIMARY KEY (copy, isp)) WITHOUT ROWID");
            statement.execute("CREATE TABLE sum (length INTEGER NOT NULL, application TEXT NOT NULL, begin INTEGER NOT NULL, "
                    + "copy TEXT NOT NULL, isp TEXT NOT NULL, host TEXT NOT NULL, seconds REAL NOT NULL, granted REAL NOT NULL, "
                    + "used REAL NOT NULL, refused REAL NOT NULL, PRIMARY KEY (length, application, begin, copy, isp)) WITHOUT ROWID");
            statement.execute("INSERT INTO sum VALUES (60, 'shop', " + NOON.getEpochSecond()
                    + ", 'shop.web.1.7', 'BKK', 'pi-1', 10, 20e6, 10e6, 0)");
        }
        LinkReading out = reading("web", "BKK", NOON, 7);
        LinkReading in = new LinkReading(out.hostId(), out.application(), out.copy(), out.ispId(), Optional.of(BitRate.ofMbps(19)),
                out.min(), out.max(), out.share(), out.at(), out.seconds(), BitRate.ofMbps(6), BitRate.ofMbps(5), BitRate.ZERO).received();
        try (BandwidthStore store = store(NOON.plusSeconds(60))) {
            store.take(List.of(out, in));
        }
        try (BandwidthStore again = store(NOON.plusSeconds(60))) {
            assertThat(again.newest(NOON)).containsExactly(out, in);
            assertThat(again.history("shop", NOON)).extracting(LinkMean::inbound, LinkMean::seconds, LinkMean::used).containsExactly(
                    tuple(false, 25.0, BitRate.ofMbps(4.6)), tuple(true, 15.0, BitRate.ofMbps(5)));
        }
    }

    private BandwidthStore store(Instant now) {
        return new SqliteBandwidthStore(folder.resolve("bandwidth.db"), Clock.fixed(now, ZoneOffset.UTC));
    }

    private static LinkReading reading(String component, String ispId, Instant at, double used) {
        return new LinkReading("pi-1", "shop", "shop." + component + ".1.7", ispId, Optional.empty(), BitRate.ofMbps(5),
                Optional.of(BitRate.ofMbps(50)), 3, at, 15, BitRate.ofMbps(2 * used), BitRate.ofMbps(used), BitRate.ofMbps(used / 10));
    }
}
