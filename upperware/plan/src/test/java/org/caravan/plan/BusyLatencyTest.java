package org.caravan.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.application.Hop;
import org.caravan.application.PlacementRules;
import org.caravan.application.Request;
import org.caravan.application.Users;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Site;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.PlanReport.HopLatency;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Uplinks;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.RequestRate;
import org.junit.jupiter.api.Test;

/**
 * Predicted latencies count the rate that a copy gets on its uplink while its neighbours are busy. Users call web for 100 kB and db for
 * 10 kB over one uplink of 20 Mbit/s at Oslo, 3 ms away; the path carries 50 Mbit/s. All figures are computed by hand.
 */
class BusyLatencyTest {

    private static final double RTT = 3;
    private static final double WEB_BITS = 100_000 * 8;
    /** Ten segments of TCP; the second window fills these lines. */
    private static final double INITIAL_WINDOW_BITS = 14_480 * 8;
    private static final double DB_BITS = 10_000 * 8;

    @Test
    void sharesDivideTheUplink() {
        PlacementRules bonds = bonds(new Bandwidth(3, BitRate.ZERO, Optional.empty()), new Bandwidth(1, BitRate.ZERO, Optional.empty()));
        requireRates(bonds, BitRate.ZERO, 15, 5);
    }

    @Test
    void aCopyWithoutBandwidthHasShareOne() {
        requireRates(new PlacementRules(List.of(), Map.of("web", new Bandwidth(4, BitRate.ZERO, Optional.empty()))), BitRate.ZERO, 16, 4);
    }

    @Test
    void aMaximumLimitsAndLeavesTheRest() {
        PlacementRules bonds = bonds(new Bandwidth(3, BitRate.ZERO, Optional.of(BitRate.ofMbps(8))),
                new Bandwidth(1, BitRate.ZERO, Optional.empty()));
        requireRates(bonds, BitRate.ZERO, 8, 12);
    }

    @Test
    void aMinimumIsKeptAndMinimaOfOtherApplicationsAreNotDivided() {
        PlacementRules bonds = bonds(new Bandwidth(3, BitRate.ZERO, Optional.empty()),
                new Bandwidth(1, BitRate.ofMbps(10), Optional.empty()));
        requireRates(bonds, BitRate.ZERO, 10, 10);
        requireRates(bonds, BitRate.ofMbps(4), 6, 10);
    }

    @Test
    void withoutBandwidthThePathAloneCounts() {
        requireRates(PlacementRules.NONE, BitRate.ZERO, 50, 50);
    }

    /** A plan made before the uplink was declared smaller: only maxima limit. */
    @Test
    void minimaAboveTheUplinkDivideNothing() {
        PlacementRules bonds = bonds(new Bandwidth(3, BitRate.ofMbps(15), Optional.of(BitRate.ofMbps(16))),
                new Bandwidth(1, BitRate.ofMbps(10), Optional.empty()));
        requireRates(bonds, BitRate.ZERO, 16, 50);
    }

    /** Copies of other organisations with bandwidth there are busy as well; weights multiply shares. */
    @Test
    void neighboursOfOtherOrganisationsCountByTheirWeight() {
        PlacementRules bonds = bonds(new Bandwidth(3, BitRate.ZERO, Optional.empty()), new Bandwidth(1, BitRate.ZERO, Optional.empty()));
        PlacementProblem alone = problem(bonds, BitRate.ZERO);
        PlacementProblem beside = alone.withUplinks(alone.uplinks().beside(new TreeMap<>(Map.of(AccessLink.of(TwoSites.OSLO_NEAR), 4.0))));
        requireRates(beside, 7.5, 2.5);
        requireRates(beside.withUplinks(beside.uplinks().weighing(4)), 12, 4);
        requireRates(alone.withUplinks(alone.uplinks().weighing(4)), 15, 5);
        PlacementProblem reserved = problem(bonds, BitRate.ofMbps(16));
        requireRates(reserved.withUplinks(reserved.uplinks().beside(new TreeMap<>(Map.of(AccessLink.of(TwoSites.OSLO_NEAR), 4.0)))), 3, 1);
    }

    private static void requireRates(PlacementRules bonds, BitRate elsewhere, double web, double db) {
        requireRates(problem(bonds, elsewhere), web, db);
    }

    private static void requireRates(PlacementProblem problem, double web, double db) {
        List<PlanReport.RequestLatency> latencies = new PlanFigures(problem, TwoSites.plan(problem, "box-1", "box-2")).latencies();
        HopLatency page = hop(latencies, "page");
        HopLatency table = hop(latencies, "table");
        double untilAcknowledged = Math.max(0, RTT - INITIAL_WINDOW_BITS / (web * 1e6) * 1_000);
        assertThat(page.latency().value()).isCloseTo(RTT + untilAcknowledged + WEB_BITS / (web * 1e6) * 1_000, offset(0.01));
        assertThat(table.latency().value()).isCloseTo(RTT + DB_BITS / (db * 1e6) * 1_000, offset(0.01));
        assertThat(page.basis()).contains(web == 50 ? "samples" : BitRate.ofMbps(web) + " of its uplink while its neighbours are busy");
    }

    private static HopLatency hop(List<PlanReport.RequestLatency> latencies, String requestId) {
        return latencies.stream().filter(latency -> latency.requestId().equals(requestId)).findFirst().orElseThrow().hops().get(0);
    }

    private static PlacementRules bonds(Bandwidth web, Bandwidth db) {
        return new PlacementRules(List.of(), Map.of("web", web, "db", db));
    }

    private static PlacementProblem problem(PlacementRules bonds, BitRate elsewhere) {
        ApplicationModel shop = TwoSites.application();
        ApplicationModel calls = new ApplicationModel(shop.name(), shop.version(), shop.components(), List.of(),
                List.of(new Users("all", TwoSites.HOME, new RequestRate(10), Map.of("page", 0.5, "table", 0.5))),
                List.of(new Request("page", List.of(new Hop(Hop.USERS, "web", 1, new Bytes(100_000)))),
                        new Request("table", List.of(new Hop(Hop.USERS, "db", 1, new Bytes(10_000))))),
                List.of(), List.of());
        PlacementProblem problem = TwoSites.problem(calls.withPlacementRules(bonds), Optional.empty(), List.of());
        Infrastructure all = problem.infrastructure();
        List<Site> sites = new ArrayList<>();
        all.sites().forEach(site -> sites.add(new Site(site.id(), site.kind(), site.country(), site.position(), site.isps().stream()
                .map(isp -> new Isp(isp.id(), isp.subnets(), isp.probeBudget(), Optional.of(BitRate.ofMbps(20)))).toList(),
                site.hosts(), site.vantage())));
        return problem.withInfrastructure(new Infrastructure(all.name(), all.hostTypes(), sites))
                .withUplinks(new Uplinks(Map.of(AccessLink.of(TwoSites.OSLO_NEAR), elsewhere), Set.of()));
    }
}
