package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Component;
import org.caravan.application.Separation;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.PathId;
import org.caravan.problem.ParetoPaths;
import org.caravan.problem.PathChoice;
import org.caravan.problem.Traffic;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;
import org.optaplanner.core.api.score.stream.Constraint;
import org.optaplanner.test.api.score.stream.ConstraintVerifier;

/** One exact penalty per constraint. Two hosts, one at each of two sites; host 0 is where everything should be. */
class SeatingConstraintsTest {

    private static final long MEBI = 1L << 20;
    private static final Seat HERE = new Seat(0, "here", 0, 0, 1_000, 100 * MEBI, 300);
    private static final Seat THERE = new Seat(1, "there", 1, 1, 1_000, 100 * MEBI, 700);

    private final ConstraintVerifier<SeatingConstraints, SeatingPlan> verifier =
            ConstraintVerifier.build(new SeatingConstraints(), SeatingPlan.class, SeatedTenant.class);

    @Test
    void hostCpuNotExceeded() {
        verifier.verifyThat(SeatingConstraints::hostCpuNotExceeded)
                .given(seated(0, 700, 10, HERE), seated(1, 450, 10, HERE), seated(2, 1_000, 10, THERE))
                .penalizesBy(150);
    }

    @Test
    void hostMemoryNotExceeded() {
        verifier.verifyThat(SeatingConstraints::hostMemoryNotExceeded)
                .given(seated(0, 10, 60, HERE), seated(1, 10, 57, HERE), seated(2, 10, 100, THERE))
                .penalizesBy(17);
    }

    @Test
    void architectureSupported() {
        verifier.verifyThat(SeatingConstraints::architectureSupported)
                .given(seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(100_000);
    }

    @Test
    void locationAllowed() {
        verifier.verifyThat(SeatingConstraints::locationAllowed)
                .given(seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(100_000);
    }

    @Test
    void dataStaysInPlace() {
        verifier.verifyThat(SeatingConstraints::dataStaysInPlace)
                .given(seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(100_000);
    }

    @Test
    void replicasApart() {
        for (Separation.By by : Separation.By.values()) {
            verifier.verifyThat(SeatingConstraints::replicasApart)
                    .given(new Separated(0, 1, by), seated(0, 10, 10, HERE), seated(1, 10, 10, HERE))
                    .penalizesBy(100_000);
        }
        verifier.verifyThat(SeatingConstraints::replicasApart)
                .given(new Separated(0, 1, Separation.By.SITE), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(0);
    }

    @Test
    void siteAddressesSuffice() {
        // Whoever is here keeps its address; two come to the other site, which has one left.
        verifier.verifyThat(SeatingConstraints::siteAddressesSuffice)
                .given(seated(0, 10, 10, HERE), seated(1, 10, 10, THERE), seated(2, 10, 10, THERE),
                        new SeatingPlan.SiteSlots(0, 0), new SeatingPlan.SiteSlots(1, 1))
                .penalizesBy(10_000);
    }

    @Test
    void linkReachable() {
        verifier.verifyThat(SeatingConstraints::linkReachable)
                .given(link(), seated(0, 10, 10, THERE), seated(1, 10, 10, HERE))
                .penalizesBy(10_000);
        verifier.verifyThat(SeatingConstraints::linkReachable)
                .given(link(), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(0);
    }

    @Test
    void sloKept() {
        // 30 ms from here to there, of 20 ms allowed.
        verifier.verifyThat(SeatingConstraints::sloKept)
                .given(hop(20), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(11);
        verifier.verifyThat(SeatingConstraints::sloKept)
                .given(hop(31), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(0);
    }

    @Test
    void sloKeptCountsWhatWaitsAtReplicas() {
        // 30 ms from here to there and 5 ms of waiting, of 20 ms allowed, then of 35.
        JourneyHop hop = hop(20);
        verifier.verifyThat(SeatingConstraints::sloKept)
                .given(waiting(hop(20), 5_000), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(16);
        verifier.verifyThat(SeatingConstraints::sloKept)
                .given(waiting(hop(35), 4_000), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(0);
        assertThat(new Journey(0, hop.journey().slo(), hop.journey().users(), 5_000).latency(30_000)).isEqualTo(new Millis(35));
    }

    private static JourneyHop waiting(JourneyHop hop, long micros) {
        Journey journey = new Journey(0, hop.journey().slo(), hop.journey().users(), micros);
        return new JourneyHop(new Leg(0, journey), hop.link(), hop.traffic());
    }

    @Test
    void latencyMinimised() {
        verifier.verifyThat(SeatingConstraints::latencyMinimised)
                .given(link(), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(3_000);
        verifier.verifyThat(SeatingConstraints::latencyMinimised)
                .given(link(), seated(0, 10, 10, HERE), seated(1, 10, 10, HERE))
                .penalizesBy(10);
    }

    @Test
    void costMinimised() {
        // A host is paid once, however many sit on it.
        verifier.verifyThat(SeatingConstraints::costMinimised)
                .given(seated(0, 10, 10, HERE), seated(1, 10, 10, HERE), seated(2, 10, 10, THERE))
                .penalizesBy(1_000);
    }

    @Test
    void movesAvoided() {
        verifier.verifyThat(SeatingConstraints::movesAvoided)
                .given(seated(0, 10, 10, HERE), seated(1, 10, 10, THERE), seated(2, 10, 10, THERE))
                .penalizesBy(100);
    }

    @Test
    void sloKeptAddsTheSlowestReplicasOfEachLeg() {
        // Tenant 0 calls two replicas, one there (30 ms) and one here (0.1 ms, one host), then once more the one there: 30 + 30 ms.
        Journey journey = journey(20);
        Leg first = new Leg(0, journey);
        verifier.verifyThat(SeatingConstraints::sloKept)
                .given(new JourneyHop(first, link(0, 1), new Traffic(1, 0)), new JourneyHop(first, link(1, 2), new Traffic(1, 0)),
                        new JourneyHop(new Leg(1, journey), link(2, 1), new Traffic(1, 0)),
                        seated(0, 10, 10, HERE), seated(1, 10, 10, THERE), seated(2, 10, 10, HERE))
                .penalizesBy(41);
    }

    @Test
    void memoryCountsEveryBegunMebibyte() {
        assertThat(HardWeight.memoryOver(100 * MEBI + 1, 100 * MEBI)).isEqualTo(1);
        assertThat(HardWeight.memoryOver(100 * MEBI, 100 * MEBI)).isZero();
    }

    @Test
    void replicasOnTwoHostsAreApartByHostButNotByForm() {
        // Both hosts run the same form.
        verifier.verifyThat(SeatingConstraints::replicasApart)
                .given(new Separated(0, 1, Separation.By.HOST), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(0);
        verifier.verifyThat(SeatingConstraints::replicasApart)
                .given(new Separated(0, 1, Separation.By.FORM), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(100_000);
    }

    /** A constraint that is added has its exact penalty here, under its own name. */
    @Test
    void everyConstraintHasATestOfItsName() {
        List<String> tests = Arrays.stream(SeatingConstraintsTest.class.getDeclaredMethods()).map(Method::getName).toList();
        List<String> constraints = Arrays.stream(SeatingConstraints.class.getDeclaredMethods())
                .filter(method -> method.getReturnType() == Constraint.class)
                .map(Method::getName)
                .toList();
        assertThat(constraints).hasSize(SeatingConstraints.Name.values().length);
        assertThat(tests).containsAll(constraints);
    }

    /** A tenant that keeps all its obligations here and none there. */
    private static SeatedTenant seated(int index, long cpu, long mebibytes, Seat seat) {
        boolean[] onlyHere = {true, false};
        Component component = SockShop.component("c" + index, true, cpu, mebibytes);
        long bytes = Bytes.ofMebi(mebibytes).value();
        Demand demand = new Demand(new long[] {cpu, cpu}, new long[] {bytes, bytes}, new int[2], onlyHere, onlyHere, new int[] {0, 1});
        Tenant tenant = new Tenant(index, new InstanceId("c" + index, 1), component, demand, demand.seats(), true, 0, true, 50);
        return SeatedTenant.of(tenant, List.of(HERE, THERE), seat);
    }

    /** From tenant 0 to tenant 1. Nothing is known of the way from there to here. */
    private static LinkTable link() {
        return link(0, 1);
    }

    private static LinkTable link(int index, int to) {
        ParetoPaths away = path(30);
        ParetoPaths nearby = path(0.2);
        ParetoPaths onOneHost = path(0.1);
        ParetoPaths[] between = {nearby, away, ParetoPaths.NONE, nearby, onOneHost, onOneHost, away, away};
        Traffic one = new Traffic(1, 0);
        return new LinkTable(index, 0, to, new Ways(2, 2, between), one, one, one, Map.of());
    }

    private static ParetoPaths path(double rtt) {
        AccessPoint near = new AccessPoint("here", "A", IpFamily.IPV4);
        AccessPoint far = new AccessPoint("there", "A", IpFamily.IPV4);
        return ParetoPaths.of(List.of(
                new PathChoice(new PathId(near, far), new Millis(rtt), new Millis(rtt), Optional.empty(), "estimated")));
    }

    private static JourneyHop hop(double limit) {
        return new JourneyHop(new Leg(0, journey(limit)), link(), new Traffic(1, 0));
    }

    private static Journey journey(double limit) {
        Users users = SockShop.users("u", "here", "A", IpFamily.IPV4, 1, Map.of("r", 1.0));
        return new Journey(0, new Slo("fast", 95, "r", new Millis(limit)), users);
    }
}
