package org.caravan.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.caravan.problem.TwoSites.BERGEN;
import static org.caravan.problem.TwoSites.HOME;
import static org.caravan.problem.TwoSites.OSLO_FAST;
import static org.caravan.problem.TwoSites.OSLO_NEAR;
import static org.caravan.problem.TwoSites.path;

import java.util.Optional;
import org.caravan.application.Users;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.junit.jupiter.api.Test;

class LatencyModelTest {

    private final Users all = TwoSites.application().users().get(0);

    @Test
    void latencyIsRoundTripsTimesRttPlusBytesOverThroughput() {
        PathChoice choice = new LatencyModel(TwoSites.problem(path(OSLO_FAST, BERGEN, 10, 14, 8, 0)))
                .link("web", "box-1", "db", "box-3").orElseThrow();
        // 1,000 bytes at 8 Mbit/s take 1 ms.
        assertThat(choice.latency(new Traffic(2, 1_000), RttStatistic.MEAN).value()).isCloseTo(21, within(1e-9));
        assertThat(choice.latency(new Traffic(2, 1_000), RttStatistic.P95).value()).isCloseTo(29, within(1e-9));
    }

    @Test
    void manyBytesTakeTheFastPathFewTheNearOne() {
        LatencyModel model = new LatencyModel(TwoSites.problem(
                path(OSLO_FAST, BERGEN, 20, 20, 100, 0), path(OSLO_NEAR, BERGEN, 5, 5, 100, 0),
                path(HOME, OSLO_FAST, 20, 20, 100, 0), path(HOME, OSLO_NEAR, 5, 5, 1, 0)));
        assertThat(model.link("web", "box-1", "db", "box-3").orElseThrow().path().from()).isEqualTo(OSLO_NEAR);
        // 100 kB at 1 Mbit/s take 800 ms, at 100 Mbit/s 8 ms.
        assertThat(model.entry(all, "web", "box-1").orElseThrow().path().to()).isEqualTo(OSLO_FAST);
    }

    @Test
    void throughputIsThatOfTheAnswers() {
        LatencyModel model = new LatencyModel(TwoSites.problem(
                path(HOME, BERGEN, 10, 10, 1, 0), path(BERGEN, HOME, 10, 10, 8, 0)));
        PathChoice choice = model.entry(all, "web", "box-3").orElseThrow();
        assertThat(choice.throughput().orElseThrow().value()).isEqualTo(8_000_000);
    }

    @Test
    void equalPathsAreTakenInOrder() {
        LatencyModel model = new LatencyModel(TwoSites.problem(
                path(OSLO_NEAR, BERGEN, 10, 10, 8, 0), path(OSLO_FAST, BERGEN, 10, 10, 8, 0)));
        assertThat(model.link("web", "box-1", "db", "box-3").orElseThrow().path().from()).isEqualTo(OSLO_FAST);
    }

    @Test
    void withoutAMeasurementThereIsNoPathBetweenSites() {
        LatencyModel model = new LatencyModel(TwoSites.problem());
        assertThat(model.link("web", "box-1", "db", "box-3")).isEmpty();
        assertThat(model.entry(all, "web", "box-1")).isEmpty();
    }

    @Test
    void withinASiteThereAlwaysIs() {
        LatencyModel model = new LatencyModel(TwoSites.problem());
        PathChoice sameHost = model.link("web", "box-1", "db", "box-1").orElseThrow();
        PathChoice sameSite = model.link("web", "box-1", "db", "box-2").orElseThrow();
        assertThat(sameHost.meanRtt()).isEqualTo(LatencyModel.SAME_HOST_RTT);
        assertThat(sameSite.meanRtt()).isEqualTo(LatencyModel.SAME_SITE_RTT);
        assertThat(sameSite.path()).isEqualTo(new PathId(OSLO_FAST, OSLO_FAST));
        assertThat(sameSite.basis()).isEqualTo("estimated, within a site");
    }

    @Test
    void aMeasuredSiteBeatsTheDefaultAndAHostIsNeverFurtherFromItself() {
        LatencyModel model = new LatencyModel(TwoSites.problem(path(OSLO_FAST, OSLO_FAST, 0.05, 0.06, 900, 0)));
        assertThat(model.link("web", "box-1", "db", "box-2").orElseThrow().meanRtt().value()).isEqualTo(0.05);
        assertThat(model.link("web", "box-1", "db", "box-1").orElseThrow().meanRtt().value()).isEqualTo(0.05);
    }

    @Test
    void basisSaysHowManySamplesAndHowOldTheyAre() {
        LatencyModel model = new LatencyModel(TwoSites.problem(
                path(HOME, BERGEN, 10, 10, 1, 12), path(OSLO_FAST, BERGEN, 10, 10, 1, 0),
                path(HOME, OSLO_FAST, 10, 10, 1, 600)));
        assertThat(model.entry(all, "web", "box-3").orElseThrow().basis()).isEqualTo("mean of 16 samples, within 0.5 ms, 12 s old");
        assertThat(model.entry(all, "web", "box-1").orElseThrow().basis()).isEqualTo("mean of 16 samples, within 0.5 ms, 10 min old");
    }

    @Test
    void whatWasMeasuredOnTheWayBackIsCalledSo() {
        PathStatistic back = new PathStatistic(10, 0, 10, 12, 16, TwoSites.NOON.minusSeconds(61), PathStatistic.Origin.ESTIMATED);
        LatencyModel model = new LatencyModel(TwoSites.problem(
                new PathFigures(new PathId(HOME, BERGEN), back, Optional.empty(), Optional.empty(), 0),
                path(OSLO_FAST, BERGEN, 10, 10, 1, 0)));
        assertThat(model.entry(all, "web", "box-3").orElseThrow().basis())
                .isEqualTo("mean of 16 samples of the way back, 61 s old");
    }

    @Test
    void promisesOnTheTailAskTheTail() {
        assertThat(RttStatistic.of(50)).isEqualTo(RttStatistic.PROMISED_MEAN);
        assertThat(RttStatistic.of(89.9)).isEqualTo(RttStatistic.PROMISED_MEAN);
        assertThat(RttStatistic.of(90)).isEqualTo(RttStatistic.PROMISED_P95);
        assertThat(RttStatistic.of(95)).isEqualTo(RttStatistic.PROMISED_P95);
        assertThat(RttStatistic.of(95.1)).isEqualTo(RttStatistic.PROMISED_P99);
        assertThat(RttStatistic.of(99.9)).isEqualTo(RttStatistic.PROMISED_P99);
    }

    @Test
    void trafficOfALinkIsWeightedByWhoSendsWhat() {
        TrafficModel traffic = new TrafficModel(TwoSites.application());
        // 7.5 reads/s with 2 round trips and 2.5 writes/s with 3.
        assertThat(traffic.ofLink("web", "db").roundTrips()).isCloseTo(7.5 * 2 + 2.5 * 3, within(1e-9));
        assertThat(traffic.ofEntry(all, "web").bytes()).isCloseTo(0.75 * 100_000 + 0.25 * 1_000, within(1e-9));
        assertThat(traffic.goalOfLink("web", "db").roundTrips()).isCloseTo(2 * 2, within(1e-9));
        assertThat(traffic.ofLink("db", "web")).isEqualTo(Traffic.NONE);
    }
}
