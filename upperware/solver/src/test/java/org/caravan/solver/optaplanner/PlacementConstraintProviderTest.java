package org.caravan.solver.optaplanner;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.caravan.adaptation.Utility;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Component;
import org.caravan.application.Coupling;
import org.caravan.application.Coupling.Kind;
import org.caravan.application.Separation;
import org.caravan.application.Separation.By;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.formula.Formula;
import org.caravan.formula.Operator;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.ParetoPaths;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PathPreference;
import org.caravan.problem.Traffic;
import org.caravan.solver.GeneratedUtilities;
import org.caravan.solver.SockShop;
import org.caravan.solver.UtilityTest;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.ActiveDimensions;
import org.caravan.solver.model.Affinity;
import org.caravan.solver.model.AllowedPaths;
import org.caravan.solver.model.AntiAffinityPair;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.ComplianceClass;
import org.caravan.solver.model.Demand;
import org.caravan.solver.model.HostResources;
import org.caravan.solver.model.LinkEnd;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PathTable;
import org.caravan.solver.model.PenaltyWeights;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.QueueTerms;
import org.caravan.solver.model.QuotaLeft;
import org.caravan.solver.model.QuotaShare;
import org.caravan.solver.model.RequestHop;
import org.caravan.solver.model.RequestLeg;
import org.caravan.solver.model.RequestPath;
import org.caravan.solver.model.UplinkCapacities;
import org.caravan.solver.model.UplinkCapacity;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;
import org.optaplanner.core.api.score.stream.Constraint;
import org.optaplanner.test.api.score.stream.ConstraintVerifier;

/** One exact penalty per constraint. Two hosts, one at each of two sites; host 0 is where everything should be. */
class PlacementConstraintProviderTest {

    private static final long MEBI = 1L << 20;
    private static final Position HERE = new Position(0, "here", 0, 0, 1_000, 100 * MEBI, 300);
    private static final Position THERE = new Position(1, "there", 1, 1, 1_000, 100 * MEBI, 700);

    private final ConstraintVerifier<PlacementConstraintProvider, PlacementSolution> verifier =
            ConstraintVerifier.build(new PlacementConstraintProvider(), PlacementSolution.class, PlacementEntity.class);

    @Test
    void hostCpuNotExceeded() {
        verifier.verifyThat(PlacementConstraintProvider::hostCpuNotExceeded)
                .given(seated(0, 700, 10, HERE), seated(1, 450, 10, HERE), seated(2, 1_000, 10, THERE))
                .penalizesBy(150);
    }

    @Test
    void hostMemoryNotExceeded() {
        verifier.verifyThat(PlacementConstraintProvider::hostMemoryNotExceeded)
                .given(seated(0, 10, 60, HERE), seated(1, 10, 57, HERE), seated(2, 10, 100, THERE))
                .penalizesBy(17);
    }

    @Test
    void architectureSupported() {
        verifier.verifyThat(PlacementConstraintProvider::architectureSupported)
                .given(seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(100_000);
    }

    @Test
    void locationAllowed() {
        verifier.verifyThat(PlacementConstraintProvider::locationAllowed)
                .given(seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(100_000);
    }

    @Test
    void dataStaysInPlace() {
        verifier.verifyThat(PlacementConstraintProvider::dataStaysInPlace)
                .given(seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(100_000);
    }

    @Test
    void replicasApart() {
        for (Separation.By by : Separation.By.values()) {
            verifier.verifyThat(PlacementConstraintProvider::replicasApart)
                    .given(new AntiAffinityPair(0, 1, by), seated(0, 10, 10, HERE), seated(1, 10, 10, HERE))
                    .penalizesBy(100_000);
        }
        verifier.verifyThat(PlacementConstraintProvider::replicasApart)
                .given(new AntiAffinityPair(0, 1, Separation.By.SITE), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(0);
    }

    @Test
    void componentsTogether() {
        // Each copy by itself: the one there has nobody of the other component near.
        Affinity here = coupled(0, 0, Kind.TOGETHER, By.SITE, Optional.empty(), 2);
        Affinity there = coupled(1, 1, Kind.TOGETHER, By.SITE, Optional.empty(), 2);
        verifier.verifyThat(PlacementConstraintProvider::componentsTogether)
                .given(here, there, seated(0, 10, 10, HERE), seated(1, 10, 10, THERE), seated(2, 10, 10, HERE))
                .penalizesBy(100_000);
        // One of several is enough.
        verifier.verifyThat(PlacementConstraintProvider::componentsTogether)
                .given(coupled(0, 0, Kind.TOGETHER, By.HOST, Optional.empty(), 1, 2), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE),
                        seated(2, 10, 10, HERE))
                .penalizesBy(0);
    }

    @Test
    void preferencesKept() {
        verifier.verifyThat(PlacementConstraintProvider::preferencesKept)
                .given(coupled(0, 0, Kind.TOGETHER, By.HOST, Optional.of(2.5), 1), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(250);
        // Counted once for the copy, however many are near.
        verifier.verifyThat(PlacementConstraintProvider::preferencesKept)
                .given(coupled(0, 0, Kind.APART, By.SITE, Optional.of(1.0), 1, 2), seated(0, 10, 10, HERE), seated(1, 10, 10, HERE),
                        seated(2, 10, 10, HERE))
                .penalizesBy(100);
        verifier.verifyThat(PlacementConstraintProvider::preferencesKept)
                .given(coupled(0, 0, Kind.APART, By.SITE, Optional.of(1.0), 1), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(0);
    }

    private static Affinity coupled(int index, int one, Kind kind, By by, Optional<Double> weight, int... others) {
        return new Affinity(index, one, others, new Coupling("a", kind, "b", by, weight),
                weight.map(value -> Math.round(value * 100)).orElse(PenaltyWeights.BROKEN));
    }

    @Test
    void siteAddressesSuffice() {
        // Whoever is here keeps its address; two come to the other site, which has one left.
        verifier.verifyThat(PlacementConstraintProvider::siteAddressesSuffice)
                .given(seated(0, 10, 10, HERE), seated(1, 10, 10, THERE), seated(2, 10, 10, THERE),
                        new PlacementSolution.SiteSlots(0, 0), new PlacementSolution.SiteSlots(1, 1))
                .penalizesBy(10_000);
    }

    @Test
    void linkReachable() {
        verifier.verifyThat(PlacementConstraintProvider::linkReachable)
                .given(link(), seated(0, 10, 10, THERE), seated(1, 10, 10, HERE))
                .penalizesBy(10_000);
        verifier.verifyThat(PlacementConstraintProvider::linkReachable)
                .given(link(), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(0);
    }

    @Test
    void sloKept() {
        // 30 ms from here to there, of 20 ms allowed.
        verifier.verifyThat(PlacementConstraintProvider::sloKept)
                .given(hop(20), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(11);
        verifier.verifyThat(PlacementConstraintProvider::sloKept)
                .given(hop(31), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(0);
    }

    /** 5 Mbit/s over a path of 3 Mbit/s. */
    @Test
    void pathThroughputSuffices() {
        verifier.verifyThat(PlacementConstraintProvider::pathThroughputSuffices)
                .given(end(0, true, 0, 5_000_000), end(0, false, 0, 5_000_000), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(2_000);
        verifier.verifyThat(PlacementConstraintProvider::pathThroughputSuffices)
                .given(end(0, true, 0, 3_000_000), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(0);
    }

    /** The one here reserves 3 Mbit/s once, though two links of it leave by the line of 2 Mbit/s. */
    @Test
    void uplinkReservationsFit() {
        verifier.verifyThat(PlacementConstraintProvider::uplinkReservationsFit)
                .given(end(0, false, 3_000_000, 0), end(1, false, 3_000_000, 0), end(0, true, 0, 0), end(1, true, 0, 0),
                        seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(1_000);
        verifier.verifyThat(PlacementConstraintProvider::uplinkReservationsFit)
                .given(end(0, false, 2_000_000, 0), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(0);
    }

    /** What two links carry leaves at their far end. */
    @Test
    void uplinkLoadFits() {
        verifier.verifyThat(PlacementConstraintProvider::uplinkLoadFits)
                .given(end(0, true, 0, 1_500_000), end(1, true, 0, 1_000_001), end(0, false, 0, 9_000_000), seated(0, 10, 10, HERE),
                        seated(1, 10, 10, THERE))
                .penalizesBy(501);
    }

    private static LinkEnd end(int link, boolean far, long min, long bits) {
        AccessLink here = new AccessLink("here", "A");
        AccessLink there = new AccessLink("there", "A");
        UplinkCapacities lines = new UplinkCapacities(List.of(),
                Map.of(here, new UplinkCapacity(0, here, 2_000_000), there, new UplinkCapacity(1, there, 2_000_000)), new long[2],
                new long[2], 0);
        LinkModel table = link(link, 1);
        return new LinkEnd(lines, table, far, far ? 1 : 0, far ? 0 : 1, min, bits);
    }

    @Test
    void sloKeptCountsWhatWaitsAtReplicas() {
        // 30 ms from here to there and 5 ms of waiting, of 20 ms allowed, then of 35.
        RequestHop hop = hop(20);
        verifier.verifyThat(PlacementConstraintProvider::sloKept)
                .given(waiting(hop(20), 5_000), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(16);
        verifier.verifyThat(PlacementConstraintProvider::sloKept)
                .given(waiting(hop(35), 4_000), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
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
                .given(link(), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(3_000);
        verifier.verifyThat(PlacementConstraintProvider::latencyMinimised)
                .given(link(), seated(0, 10, 10, HERE), seated(1, 10, 10, HERE))
                .penalizesBy(10);
    }

    @Test
    void costMinimised() {
        // A host is paid once, however many sit on it.
        verifier.verifyThat(PlacementConstraintProvider::costMinimised)
                .given(seated(0, 10, 10, HERE), seated(1, 10, 10, HERE), seated(2, 10, 10, THERE))
                .penalizesBy(1_000);
    }

    @Test
    void movesAvoided() {
        verifier.verifyThat(PlacementConstraintProvider::movesAvoided)
                .given(seated(0, 10, 10, HERE), seated(1, 10, 10, THERE), seated(2, 10, 10, THERE))
                .penalizesBy(100);
    }

    @Test
    void hostDiskNotExceeded() {
        // Forms of these tenants ask for 3 and 2 MiB; one host has room for 4, the other does not say.
        Position small = costly(new HostResources(4 * MEBI, 0, 0, 0));
        verifier.verifyThat(PlacementConstraintProvider::hostDiskNotExceeded)
                .given(seated(0, 10, 10, small, 3), seated(1, 10, 10, small, 2), seated(2, 10, 10, THERE, 100))
                .penalizesBy(1);
    }

    @Test
    void hostGpusNotExceeded() {
        // Forms of these instances need two GPUs and one; one host has two, the other is not bounded.
        Position small = costly(new HostResources(Long.MAX_VALUE, 0, 0, 0, QuotaShare.NONE, 2));
        verifier.verifyThat(PlacementConstraintProvider::hostGpusNotExceeded)
                .given(needing(0, small, 2), needing(1, small, 1), needing(2, THERE, 9))
                .penalizesBy(PenaltyWeights.ADDRESS);
    }

    private static PlacementEntity needing(int index, Position position, long gpus) {
        return changed(index, position, asked -> new Demand(asked.cpu(), asked.memory(), asked.formRank(), asked.supported(),
                asked.allowed(), asked.positions(), asked.disk(), asked.guarding(), asked.startup(), new long[] {gpus, gpus}));
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
    void budgetKept() {
        // 3 EUR and 7 EUR a month of at most 9; a host is paid once.
        Position cheap = costly(new HostResources(Long.MAX_VALUE, 300, 0, 0));
        Position dear = new Position(1, "there", 1, 1, 1_000, 100 * MEBI, 0, new HostResources(Long.MAX_VALUE, 700, 0, 0));
        verifier.verifyThat(PlacementConstraintProvider::budgetKept)
                .given(new ActiveDimensions(900, false, 0), EgressFact.NOTHING, seated(0, 10, 10, cheap), seated(1, 10, 10, cheap),
                        seated(2, 10, 10, dear))
                .penalizesBy(100);
        verifier.verifyThat(PlacementConstraintProvider::budgetKept)
                .given(new ActiveDimensions(900, false, 0), EgressFact.NOTHING, seated(0, 10, 10, cheap), seated(1, 10, 10, cheap))
                .penalizesBy(0);
    }

    @Test
    void budgetKeptWithWhatLeavesSites() {
        // 3 EUR for the host; 100 GiB at 0.09 EUR are 9 EUR by the way there, and nothing by the way to the neighbour.
        Position cheap = costly(new HostResources(Long.MAX_VALUE, 300, 0, 0));
        verifier.verifyThat(PlacementConstraintProvider::budgetKept)
                .given(new ActiveDimensions(900, false, 0), EgressFact.NOTHING, new EgressFact(dear(), 0, 1), seated(0, 10, 10, cheap),
                        seated(1, 10, 10, THERE))
                .penalizesBy(300);
        verifier.verifyThat(PlacementConstraintProvider::budgetKept)
                .given(new ActiveDimensions(900, false, 0), EgressFact.NOTHING, new EgressFact(dear(), 0, 1), seated(0, 10, 10, cheap),
                        seated(1, 10, 10, cheap))
                .penalizesBy(0);
    }

    @Test
    void egressMinimised() {
        // 9 EUR at weight 2.
        verifier.verifyThat(PlacementConstraintProvider::egressMinimised).given(dear(), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(1_800);
        verifier.verifyThat(PlacementConstraintProvider::egressMinimised).given(dear(), seated(0, 10, 10, HERE), seated(1, 10, 10, HERE))
                .penalizesBy(0);
        verifier.verifyThat(PlacementConstraintProvider::latencyMinimised).given(dear(), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(3_000);
    }

    @Test
    void utilityMaximised() {
        // 0 EUR would be the best; 9 EUR at weight 2 are 1800 points below, 1 EUR is 200.
        Formula thrift = new Formula.Operation(Operator.MINUS, GeneratedUtilities.euros(0), new Formula.Reference("spend"));
        CompiledProblem tables = ProblemCompiler.of(UtilityTest.problem(new Utility(thrift, 2)));
        UtilityConstraint all = new UtilityConstraint(tables);
        for (int position = 0; position < 2; position++) {
            PlacementEntity entity = PlacementSolution.of(tables, new int[] {position}).entities().get(0);
            verifier.verifyThat(PlacementConstraintProvider::utilityMaximised).given(all, entity)
                    .penalizesBy(tables.position(position).hostId().equals("a-1") ? 1_800 : 200);
        }
    }

    @Test
    void quotaKept() {
        // Two machines of 2 cores and 8 MiB each, of 1 machine, 3 cores and 15 MiB: 1000 and 1000 and 1. What is not rented counts for nothing.
        QuotaShare share = new QuotaShare(0, 2_000, 8 * MEBI);
        Position one = costly(new HostResources(Long.MAX_VALUE, 0, 0, 0, share));
        Position other = new Position(1, "there", 1, 1, 1_000, 100 * MEBI, 0, new HostResources(Long.MAX_VALUE, 0, 0, 0, share));
        QuotaLeft left = new QuotaLeft(0, "lab", "openstack", null, 3_000, 15 * MEBI, 1);
        verifier.verifyThat(PlacementConstraintProvider::quotaKept)
                .given(left, seated(0, 10, 10, one), seated(1, 10, 10, one), seated(2, 10, 10, other))
                .penalizesBy(2_001);
        verifier.verifyThat(PlacementConstraintProvider::quotaKept)
                .given(left, seated(0, 10, 10, one), seated(1, 10, 10, THERE))
                .penalizesBy(0);
        assertThat(new QuotaLeft(0, "lab", "openstack", null, -1, -1, -1).over(0, 0, 0)).isZero();
    }

    @Test
    void startupMinimised() {
        verifier.verifyThat(PlacementConstraintProvider::startupMinimised)
                .given(starting(0, HERE), starting(1, THERE), starting(2, THERE), seated(3, 10, 10, THERE))
                .penalizesBy(25 + 2 * 4_700);
    }

    /** Soon here, late there. */
    private static PlacementEntity starting(int index, Position position) {
        return changed(index, position, asked -> new Demand(asked.cpu(), asked.memory(), asked.formRank(), asked.supported(),
                asked.allowed(), asked.positions(), asked.disk(), asked.guarding(), new long[] {25, 4_700}));
    }

    @Test
    void powerMinimised() {
        // 200 points idle, and 0.25 for each thousandth of a core: 25 and 3 (2.5, rounded).
        Position powered = costly(new HostResources(Long.MAX_VALUE, 0, 200, 0.25));
        verifier.verifyThat(PlacementConstraintProvider::powerMinimised)
                .given(seated(0, 100, 10, powered), seated(1, 10, 10, powered), seated(2, 10, 10, THERE))
                .penalizesBy(228);
        verifier.verifyThat(PlacementConstraintProvider::costMinimised).given(seated(0, 100, 10, powered)).penalizesBy(100);
    }

    @Test
    void hostGuarded() {
        // Here everything is as it asks for, there nothing.
        ComplianceClass onlyHere = new ComplianceClass(false, new boolean[] {true, false});
        verifier.verifyThat(PlacementConstraintProvider::hostGuarded)
                .given(guarded(0, HERE, onlyHere), guarded(1, THERE, onlyHere), guarded(2, THERE, ComplianceClass.NONE))
                .penalizesBy(100_000);
    }

    private static PlacementEntity guarded(int index, Position position, ComplianceClass guarding) {
        return changed(index, position, asked -> new Demand(asked.cpu(), asked.memory(), asked.formRank(), asked.supported(),
                asked.allowed(), asked.positions(), asked.disk(), guarding, asked.startup()));
    }

    private static PlacementEntity changed(int index, Position position, UnaryOperator<Demand> change) {
        PlacedInstance instance = seated(index, 10, 10, position).instance();
        return PlacementEntity.of(new PlacedInstance(index, instance.id(), instance.component(), change.apply(instance.demand()),
                instance.positions(), true, 0, true, 50),
                List.of(HERE, THERE), position);
    }

    /** The host here with other terms. */
    private static Position costly(HostResources terms) {
        return new Position(0, "here", 0, 0, 1_000, 100 * MEBI, 300, terms);
    }

    @Test
    void sloKeptAddsTheSlowestReplicasOfEachLeg() {
        // Tenant 0 calls two replicas, one there (30 ms) and one here (0.1 ms, one host), then once more the one there: 30 + 30 ms.
        RequestPath requestPath = requestPath(20);
        RequestLeg first = new RequestLeg(0, requestPath);
        verifier.verifyThat(PlacementConstraintProvider::sloKept)
                .given(new RequestHop(first, link(0, 1), new Traffic(1, 0)), new RequestHop(first, link(1, 2), new Traffic(1, 0)),
                        new RequestHop(new RequestLeg(1, requestPath), link(2, 1), new Traffic(1, 0)),
                        seated(0, 10, 10, HERE), seated(1, 10, 10, THERE), seated(2, 10, 10, HERE))
                .penalizesBy(41);
    }

    @Test
    void memoryCountsEveryBegunMebibyte() {
        assertThat(PenaltyWeights.memoryOver(100 * MEBI + 1, 100 * MEBI)).isEqualTo(1);
        assertThat(PenaltyWeights.memoryOver(100 * MEBI, 100 * MEBI)).isZero();
    }

    @Test
    void replicasOnTwoHostsAreApartByHostButNotByForm() {
        // Both hosts run the same form.
        verifier.verifyThat(PlacementConstraintProvider::replicasApart)
                .given(new AntiAffinityPair(0, 1, Separation.By.HOST), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(0);
        verifier.verifyThat(PlacementConstraintProvider::replicasApart)
                .given(new AntiAffinityPair(0, 1, Separation.By.FORM), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(100_000);
    }

    /** A constraint that is added has its exact penalty here, under its own name. */
    @Test
    void everyConstraintHasATestOfItsName() {
        List<String> tests = Arrays.stream(PlacementConstraintProviderTest.class.getDeclaredMethods()).map(Method::getName).toList();
        List<String> constraints = Arrays.stream(PlacementConstraintProvider.class.getDeclaredMethods())
                .filter(method -> method.getReturnType() == Constraint.class)
                .map(Method::getName)
                .toList();
        assertThat(constraints).hasSize(ConstraintName.values().length);
        assertThat(tests).containsAll(constraints);
    }

    /** A tenant that keeps all its obligations here and none there. */
    private static PlacementEntity seated(int index, long cpu, long mebibytes, Position position) {
        return seated(index, cpu, mebibytes, position, 0);
    }

    /** @param disk in MiB */
    private static PlacementEntity seated(int index, long cpu, long mebibytes, Position position, long disk) {
        boolean[] onlyHere = {true, false};
        Component component = SockShop.component("c" + index, true, cpu, mebibytes);
        long bytes = Bytes.ofMebi(mebibytes).value();
        Demand demand = new Demand(new long[] {cpu, cpu}, new long[] {bytes, bytes}, new int[2], onlyHere, onlyHere, new int[] {0, 1},
                new long[] {disk * MEBI, disk * MEBI});
        PlacedInstance instance = new PlacedInstance(index, new InstanceId("c" + index, 1), component, demand, demand.positions(), true, 0,
                true, 50);
        return PlacementEntity.of(instance, List.of(HERE, THERE), position);
    }

    /** From tenant 0 to tenant 1. Nothing is known of the way from there to here. */
    private static LinkModel link() {
        return link(0, 1);
    }

    private static LinkModel link(int index, int to) {
        ParetoPaths away = path(30);
        ParetoPaths nearby = path(0.2);
        ParetoPaths onOneHost = path(0.1);
        ParetoPaths[] between = {nearby, away, ParetoPaths.NONE, nearby, onOneHost, onOneHost, away, away};
        Traffic one = new Traffic(1, 0);
        return new LinkModel(index, 0, to, new PathTable(2, 2, between), one, one, one, Map.of());
    }

    /** Carries 100 GiB a month, and the way from here to there asks 0.09 EUR for each. */
    private static LinkModel dear() {
        ParetoPaths[] between = {path(0.2), path(30, 90_000), ParetoPaths.NONE, path(0.2), path(0.1), path(0.1), path(30), path(30)};
        Traffic one = new Traffic(1, 0);
        return new LinkModel(0, 0, 1, new PathTable(2, 2, between), new PathPreference(one, one, 100, 2), one, one, Map.of(), 100,
                AllowedPaths.NONE);
    }

    private static ParetoPaths path(double rtt) {
        return path(rtt, 0);
    }

    private static ParetoPaths path(double rtt, long price) {
        AccessPoint near = new AccessPoint("here", "A", IpFamily.IPV4);
        AccessPoint far = new AccessPoint("there", "A", IpFamily.IPV4);
        return ParetoPaths.of(List.of(
                new PathChoice(new PathId(near, far), new Millis(rtt), new Millis(rtt), Optional.of(new BitRate(3_000_000)), true,
                        "estimated", new DataPrice(price))));
    }

    private static RequestHop hop(double limit) {
        return new RequestHop(new RequestLeg(0, requestPath(limit)), link(), new Traffic(1, 0));
    }

    private static RequestPath requestPath(double limit) {
        Users users = SockShop.users("u", "here", "A", IpFamily.IPV4, 1, Map.of("r", 1.0));
        return new RequestPath(0, new Slo("fast", 95, "r", new Millis(limit)), users);
    }
}
