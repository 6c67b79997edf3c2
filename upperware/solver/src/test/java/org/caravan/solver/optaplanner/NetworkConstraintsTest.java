package org.caravan.solver.optaplanner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.Traffic;
import org.caravan.solver.SockShop;
import org.caravan.solver.model.ActiveDimensions;
import org.caravan.solver.model.LinkEnd;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PenaltyWeights;
import org.caravan.solver.model.QueueTerms;
import org.caravan.solver.model.RequestHop;
import org.caravan.solver.model.RequestLeg;
import org.caravan.solver.model.RequestPath;
import org.caravan.solver.model.UplinkCapacities;
import org.caravan.solver.model.UplinkCapacity;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;

/** One exact penalty per constraint about links, latency, throughput and queues. */
class NetworkConstraintsTest extends ConstraintFixture {

    @Test
    void linkReachable() {
        verifier.verifyThat(PlacementConstraintProvider::linkReachable)
                .given(link(), placed(0, 10, 10, THERE), placed(1, 10, 10, HERE))
                .penalizesBy(10_000);
        verifier.verifyThat(PlacementConstraintProvider::linkReachable)
                .given(link(), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(0);
    }

    @Test
    void sloKept() {
        // 30 ms from here to there, of 20 ms allowed.
        verifier.verifyThat(PlacementConstraintProvider::sloKept)
                .given(hop(20), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(11);
        verifier.verifyThat(PlacementConstraintProvider::sloKept)
                .given(hop(31), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(0);
    }

    /** 5 Mbit/s over a path of 3 Mbit/s. */
    @Test
    void pathThroughputSuffices() {
        verifier.verifyThat(PlacementConstraintProvider::pathThroughputSuffices)
                .given(end(0, true, 0, 5_000_000), end(0, false, 0, 5_000_000), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(2_000);
        verifier.verifyThat(PlacementConstraintProvider::pathThroughputSuffices)
                .given(end(0, true, 0, 3_000_000), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(0);
    }

    /** The one here reserves 3 Mbit/s once, though two links of it leave by the line of 2 Mbit/s. */
    @Test
    void uplinkReservationsFit() {
        verifier.verifyThat(PlacementConstraintProvider::uplinkReservationsFit)
                .given(end(0, false, 3_000_000, 0), end(1, false, 3_000_000, 0), end(0, true, 0, 0), end(1, true, 0, 0),
                        placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(1_000);
        verifier.verifyThat(PlacementConstraintProvider::uplinkReservationsFit)
                .given(end(0, false, 2_000_000, 0), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(0);
    }

    /** What two links carry leaves at their far end. */
    @Test
    void uplinkLoadFits() {
        verifier.verifyThat(PlacementConstraintProvider::uplinkLoadFits)
                .given(end(0, true, 0, 1_500_000), end(1, true, 0, 1_000_001), end(0, false, 0, 9_000_000), placed(0, 10, 10, HERE),
                        placed(1, 10, 10, THERE))
                .penalizesBy(501);
    }

    private static LinkEnd end(int link, boolean far, long min, long bits) {
        AccessLink here = new AccessLink("here", "A");
        AccessLink there = new AccessLink("there", "A");
        UplinkCapacities lines = new UplinkCapacities(List.of(),
                Map.of(here, new UplinkCapacity(0, here, 2_000_000), there, new UplinkCapacity(1, there, 2_000_000)), Map.of(), Map.of(),
                new long[2], new long[] {bits, bits}, new long[2], 0);
        LinkModel table = link(link, 1);
        return new LinkEnd(lines, table, far, LinkEnd.Capacity.UPLINK, far ? 1 : 0, far ? 0 : 1, min, bits);
    }

    @Test
    void sloKeptCountsWhatWaitsAtReplicas() {
        // 30 ms from here to there and 5 ms of waiting, of 20 ms allowed, then of 35.
        RequestHop hop = hop(20);
        verifier.verifyThat(PlacementConstraintProvider::sloKept)
                .given(waiting(hop(20), 5_000), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(16);
        verifier.verifyThat(PlacementConstraintProvider::sloKept)
                .given(waiting(hop(35), 4_000), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(0);
        assertThat(new RequestPath(0, hop.requestPath().slo(), hop.requestPath().users(), 5_000).latency(30_000)).isEqualTo(new Millis(35));
    }

    private static RequestHop waiting(RequestHop hop, long micros) {
        RequestPath requestPath = new RequestPath(0, hop.requestPath().slo(), hop.requestPath().users(), micros);
        return new RequestHop(new RequestLeg(0, requestPath), hop.link(), hop.traffic());
    }

    @Test
    void latencyMinimised() {
        verifier.verifyThat(PlacementConstraintProvider::latencyMinimised)
                .given(link(), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(3_000);
        verifier.verifyThat(PlacementConstraintProvider::latencyMinimised)
                .given(link(), placed(0, 10, 10, HERE), placed(1, 10, 10, HERE))
                .penalizesBy(10);
    }

    @Test
    void utilisationBelowOne() {
        verifier.verifyThat(PlacementConstraintProvider::utilisationBelowOne).given(queues(250, "a", "b"))
                .penalizesBy(2 * PenaltyWeights.BROKEN);
        verifier.verifyThat(PlacementConstraintProvider::utilisationBelowOne).given(queues(250)).penalizesBy(0);
    }

    @Test
    void waitingMinimised() {
        verifier.verifyThat(PlacementConstraintProvider::waitingMinimised).given(queues(250)).penalizesBy(250);
        verifier.verifyThat(PlacementConstraintProvider::waitingMinimised).given(queues(0, "a")).penalizesBy(0);
    }

    private static ActiveDimensions queues(long waiting, String... overloaded) {
        return new ActiveDimensions(Long.MAX_VALUE, false, 0, List.of(), false, false, 0,
                new QueueTerms(true, waiting, List.of(overloaded)));
    }

    @Test
    void sloKeptAddsTheSlowestReplicasOfEachLeg() {
        // Tenant 0 calls two replicas, one there (30 ms) and one here (0.1 ms, one host), then once more the one there: 30 + 30 ms.
        RequestPath requestPath = requestPath(20);
        RequestLeg first = new RequestLeg(0, requestPath);
        verifier.verifyThat(PlacementConstraintProvider::sloKept)
                .given(new RequestHop(first, link(0, 1), new Traffic(1, 0)), new RequestHop(first, link(1, 2), new Traffic(1, 0)),
                        new RequestHop(new RequestLeg(1, requestPath), link(2, 1), new Traffic(1, 0)),
                        placed(0, 10, 10, HERE), placed(1, 10, 10, THERE), placed(2, 10, 10, HERE))
                .penalizesBy(41);
    }

    private static RequestHop hop(double limit) {
        return new RequestHop(new RequestLeg(0, requestPath(limit)), link(), new Traffic(1, 0));
    }

    private static RequestPath requestPath(double limit) {
        Users users = SockShop.users("u", "here", "A", IpFamily.IPV4, 1, Map.of("r", 1.0));
        return new RequestPath(0, new Slo("fast", 95, "r", new Millis(limit)), users);
    }
}
