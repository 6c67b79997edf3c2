package org.caravan.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.adapter.QuotaUse;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.json.Json;
import org.caravan.store.SqliteBandwidthStore;
import org.caravan.store.SqliteReadingStore;
import org.caravan.store.SqliteRequestStore;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadingConsumerTest {

    private static final Instant AT = Instant.parse("2026-11-26T12:00:00Z");
    private static final TrafficQuota QUOTA = new TrafficQuota(new Bytes(5_000_000), TrafficQuota.Period.DAY, BitRate.ofMbps(2));

    /** Only the leader polls hosts; the other server has the event. */
    @Test
    void quotasOfAnEventAreKnownToEachServer(@TempDir Path folder) {
        LinkQuotas quotas = new LinkQuotas();
        Clock clock = Clock.systemUTC();
        try (SqliteReadingStore readings = new SqliteReadingStore(folder.resolve("readings.db"), clock);
                SqliteRequestStore requests = new SqliteRequestStore(folder.resolve("requests.db"), clock);
                SqliteBandwidthStore bandwidth = new SqliteBandwidthStore(folder.resolve("bandwidth.db"), clock)) {
            List<ReadingConsumer.Stored> stored = new ArrayList<>();
            ReadingConsumer consumer = new ReadingConsumer(readings, requests, requests, bandwidth, quotas, stored::add);
            Instant today = QUOTA.begin(AT);
            QuotaUse over = new QuotaUse("lte", QUOTA, today, new Bytes(6_000_000), Optional.of(today.plusSeconds(60)),
                    new TreeMap<>(Map.of(today.minusSeconds(86_400), today.minusSeconds(40_000))));
            consumer.take(Json.write(event("1", new LinkQuotas.Report("pi-1", List.of(over), AT))));
            assertThat(quotas.newest(AT)).containsExactly(new LinkQuotas.Reading("pi-1", over, AT));
            assertThat(quotas.newest(AT.plusSeconds(1))).isEmpty();

            consumer.take("{\"id\": \"2\", \"readings\": []}");
            consumer.take(Json.write(event("3", new LinkQuotas.Report("pi-1", List.of(), AT.minusSeconds(1)))));
            assertThat(quotas.newest(AT)).as("of an earlier version, or late").hasSize(1);
            consumer.take(Json.write(event("4", new LinkQuotas.Report("pi-1", List.of(), AT.plusSeconds(1)))));
            assertThat(quotas.newest(AT)).isEmpty();
            assertThat(quotas.reports(AT)).hasSize(1);
            assertThat(stored).as("one for each event that can be read").hasSize(4);
        }
    }

    private static ReadingEvent event(String id, LinkQuotas.Report report) {
        return new ReadingEvent(id, List.of(), List.of(), List.of(), List.of(report), List.of());
    }
}
