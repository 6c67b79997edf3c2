package org.caravan.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.adapter.ClientCounts;
import org.caravan.adapter.ClientCounts.Opened;
import org.caravan.adapter.ClientCounts.Trip;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.HostUsage;
import org.caravan.adapter.ResourceCounters;
import org.caravan.measure.metric.EntryObservation;
import org.caravan.routing.UsersLookup;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;

class EntryObservationsTest {

    private static final CopyId WEB = CopyId.parse("shop.web.1.7");
    private static final Instant AT = Instant.parse("2026-11-27T03:00:00Z");
    /** Bergen has a prefix per IP version; Haikou enters by a router. */
    private static final UsersLookup USERS = (application, address) -> Optional.of(address)
            .map(text -> text.startsWith("10.7.") || text.startsWith("fd4e:7:") ? "bergen" : text.startsWith("10.8.") ? "haikou" : "")
            .filter(group -> !group.isEmpty()).map(group -> new UsersLookup.Match(group, 16));

    @Test
    void connectionsOfSubnetsAreThoseOfTheirGroups() {
        List<EntryObservation> all = EntryObservations.of(WEB, new ClientCounts("1780", 5, List.of(new Opened(80, "10.7.88.0", 41),
                new Opened(443, "10.7.89.0", 1), new Opened(80, "fd4e:7:1::", 2), new Opened(80, "10.8.1.0", 7),
                new Opened(80, "192.0.2.0", 3)), List.of(new Trip(80, "10.7.88.9", 12.4), new Trip(80, "10.7.88.9", 12.44),
                new Trip(80, "fd4e:7:1::9", 3), new Trip(80, "10.8.1.1", 4), new Trip(80, "192.0.2.1", 90))), AT, USERS, Set.of("haikou"));
        assertThat(all).extracting(one -> one.usersId() + " " + one.source() + " " + one.counts()).containsExactly(
                " CONNECTIONS 8/0/", "bergen CONNECTIONS 44/0/", " ROUND_TRIPS 0/0/896:1", "bergen ROUND_TRIPS 0/0/30:1,124:2");
        assertThat(all).allMatch(one -> one.component().equals("web") && one.application().equals("shop")
                && one.counter().equals(WEB.label()) && one.at().equals(AT));
        assertThat(all.get(1).start()).isEqualTo("1780");
        assertThat(all.get(3).start()).as("each reading is a count of its own").isEqualTo(AT.toString());
    }

    @Test
    void ratesAndRoundTripsOfACopyAreThoseOfAllItsClients() {
        Rates rates = new Rates("pi-1");
        assertThat(readings(rates, 0, "1780", 40)).containsExactly("ROUND_TRIP_MEDIAN 12.5", "ROUND_TRIP_P95 12.5");
        assertThat(readings(rates, 10, "1780", 70)).contains("CONNECTIONS_PER_SECOND 3.0");
        assertThat(readings(rates, 20, "1781", 10)).as("the host began to count again").contains("CONNECTIONS_PER_SECOND 1.0");
    }

    private static List<String> readings(Rates rates, int second, String start, long attempts) {
        Bytes none = new Bytes(0);
        ResourceCounters nothing = new ResourceCounters(0, none, none, none, none, none);
        HostUsage usage = new HostUsage(nothing, new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), List.of(), new TreeMap<>(Map.of(WEB,
                new ClientCounts(start, 0, List.of(new Opened(80, "10.7.88.0", attempts)), List.of(new Trip(80, "10.7.88.9", 12.4))))));
        return rates.of(usage, AT.plusSeconds(second)).stream().filter(reading -> !reading.copy().isEmpty())
                .map(reading -> reading.metric() + " " + reading.value()).toList();
    }
}
