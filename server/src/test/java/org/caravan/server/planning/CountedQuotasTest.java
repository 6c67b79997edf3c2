package org.caravan.server.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.adapter.QuotaUse;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.infrastructure.TrafficQuota.Period;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Uplinks;
import org.caravan.server.ExampleProblem;
import org.caravan.server.metrics.CountedQuotas;
import org.caravan.server.metrics.LinkQuotas;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;
import org.junit.jupiter.api.Test;

/** What hosts report of quotas becomes what plans count, with the arithmetic in the report of the plan. */
class CountedQuotasTest {

    private static final Instant BEGIN = Instant.parse("2026-11-01T00:00:00Z");
    private static final Instant NOW = Instant.parse("2026-11-21T00:30:00Z");
    private static final Bytes AMOUNT = new Bytes(100_000_000_000L);
    private static final TrafficQuota SLOWER = new TrafficQuota(AMOUNT, Period.MONTH, BitRate.ofMbps(1));
    private static final TrafficQuota DEARER = new TrafficQuota(AMOUNT, Period.MONTH, new TrafficQuota.Price(new DataPrice(90_000)));

    private final PlacementProblem example = ExampleProblem.of(Map.of("shop.caravan", ExampleProblem.text("shop.caravan"),
            "sites.caravan", ExampleProblem.text("sites.caravan")), any -> NetworkMatrix.of(List.of()));
    private final Site site = example.infrastructure().sites().stream().filter(one -> one.hosts().size() > 1).findFirst().orElseThrow();
    private final Isp isp = site.isps().get(0);
    private final AccessLink link = new AccessLink(site.id(), isp.id());

    @Test
    void hostsOfALinkCountTogetherInSteps() {
        assertThat(counted(SLOWER, report(0, BEGIN, 40_400_000_000L), report(1, BEGIN, 20_300_000_000L)))
                .isEqualTo(Map.of(link, new Uplinks.Counted(new Bytes(60_000_000_000L), 480 * 3_600, 240 * 3_600)));
        assertThat(counted(SLOWER, report(0, Instant.parse("2026-10-01T00:00:00Z"), 90_000_000_000L))).as("the month before").isEmpty();
        assertThat(counted(SLOWER, report(0, BEGIN, 900_000_000L))).as("below a step").isEmpty();
        assertThat(CountedQuotas.of(example.infrastructure(), List.of(report(0, BEGIN, 90_000_000_000L)), NOW)).as("no quota").isEmpty();
    }

    @Test
    void aLineThatIsUsedUpOrWillBeHasItsLowerCapacity() {
        assertThat(notes(SLOWER, 60)).as("90 GB in the month at this rate").isEmpty();
        assertThat(notes(SLOWER, 70)).containsExactly("quota of " + link + ": 70.000 GB of 100 GB/month used in 480 h, 30.000 GB left for "
                + "240 h, which at this rate does not suffice, so the capacity is 1.0 Mbit/s");
        assertThat(notes(SLOWER, 100)).containsExactly("quota of " + link + ": 100.000 GB of 100 GB/month used in 480 h, 0.000 GB left for "
                + "240 h, so the capacity is 1.0 Mbit/s");
    }

    @Test
    void aLineAheadOfItsQuotaHasItsHigherPriceSooner() {
        assertThat(notes(DEARER, 60)).isEmpty();
        assertThat(notes(DEARER, 90)).as("10 GB in 240 h are 30.4 GB in 730 h").containsExactly("quota of " + link + ": 90.000 GB of 100 "
                + "GB/month used in 480 h, 10.000 GB left for 240 h, so 28.3 GiB in a month of 730 hours have no higher price");
    }

    @Test
    void aDayThatIsUsedUpHasItsHigherPriceUntilMidnightOnly() {
        TrafficQuota daily = new TrafficQuota(AMOUNT, Period.DAY, new TrafficQuota.Price(new DataPrice(90_000)));
        assertThat(notes(daily, Instant.parse("2026-11-21T00:00:00Z"), 100)).as("706 of 730 h have 100 GB in 24 h")
                .containsExactly("quota of " + link + ": 100.000 GB of 100 GB/day used in 0 h, 0.000 GB left for 24 h, so 2739.6 GiB in a "
                        + "month of 730 hours have no higher price");
    }

    private List<String> notes(TrafficQuota quota, long gigabytes) {
        return notes(quota, BEGIN, gigabytes);
    }

    private List<String> notes(TrafficQuota quota, Instant begin, long gigabytes) {
        PlacementProblem problem = example.withInfrastructure(with(quota));
        return QuotaNotes.of(problem.withUplinks(problem.uplinks().counting(counted(quota,
                report(0, begin, gigabytes * 1_000_000_000L)))));
    }

    private SortedMap<AccessLink, Uplinks.Counted> counted(TrafficQuota quota, LinkQuotas.Report... reports) {
        return CountedQuotas.of(with(quota), List.of(reports), NOW);
    }

    private LinkQuotas.Report report(int host, Instant begin, long bytes) {
        return new LinkQuotas.Report(site.hosts().get(host).id(), List.of(new QuotaUse(isp.id(), SLOWER.part(2), begin, new Bytes(bytes),
                Optional.empty(), new TreeMap<>())), NOW);
    }

    private Infrastructure with(TrafficQuota quota) {
        Infrastructure all = example.infrastructure();
        return new Infrastructure(all.name(), all.hostTypes(), all.sites().stream().map(one -> one.id().equals(site.id())
                ? one.withIsps(one.isps().stream().map(line -> line.id().equals(isp.id()) ? line.withQuota(quota) : line).toList())
                : one).toList());
    }
}
