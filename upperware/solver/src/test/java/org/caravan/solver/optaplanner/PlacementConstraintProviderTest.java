package org.caravan.solver.optaplanner;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.application.Coupling;
import org.caravan.application.Coupling.Kind;
import org.caravan.application.Separation;
import org.caravan.application.Separation.By;
import org.caravan.solver.model.Affinity;
import org.caravan.solver.model.AntiAffinityPair;
import org.caravan.solver.model.ComplianceClass;
import org.caravan.solver.model.Demand;
import org.caravan.solver.model.HostResources;
import org.caravan.solver.model.PenaltyWeights;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.QuotaShare;
import org.junit.jupiter.api.Test;
import org.optaplanner.core.api.score.stream.Constraint;

/** One exact penalty per constraint about hosts, sites and the instances near each other. */
class PlacementConstraintProviderTest extends ConstraintFixture {

    @Test
    void hostCpuNotExceeded() {
        verifier.verifyThat(PlacementConstraintProvider::hostCpuNotExceeded)
                .given(placed(0, 700, 10, HERE), placed(1, 450, 10, HERE), placed(2, 1_000, 10, THERE))
                .penalizesBy(150);
    }

    @Test
    void hostMemoryNotExceeded() {
        verifier.verifyThat(PlacementConstraintProvider::hostMemoryNotExceeded)
                .given(placed(0, 10, 60, HERE), placed(1, 10, 57, HERE), placed(2, 10, 100, THERE))
                .penalizesBy(17);
    }

    @Test
    void architectureSupported() {
        verifier.verifyThat(PlacementConstraintProvider::architectureSupported)
                .given(placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(100_000);
    }

    @Test
    void locationAllowed() {
        verifier.verifyThat(PlacementConstraintProvider::locationAllowed)
                .given(placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(100_000);
    }

    @Test
    void dataStaysInPlace() {
        verifier.verifyThat(PlacementConstraintProvider::dataStaysInPlace)
                .given(placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(100_000);
    }

    @Test
    void replicasApart() {
        for (Separation.By by : Separation.By.values()) {
            verifier.verifyThat(PlacementConstraintProvider::replicasApart)
                    .given(new AntiAffinityPair(0, 1, by), placed(0, 10, 10, HERE), placed(1, 10, 10, HERE))
                    .penalizesBy(100_000);
        }
        verifier.verifyThat(PlacementConstraintProvider::replicasApart)
                .given(new AntiAffinityPair(0, 1, Separation.By.SITE), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(0);
    }

    @Test
    void componentsTogether() {
        // Each copy by itself: the one there has nobody of the other component near.
        Affinity here = coupled(0, 0, Kind.TOGETHER, By.SITE, Optional.empty(), 2);
        Affinity there = coupled(1, 1, Kind.TOGETHER, By.SITE, Optional.empty(), 2);
        verifier.verifyThat(PlacementConstraintProvider::componentsTogether)
                .given(here, there, placed(0, 10, 10, HERE), placed(1, 10, 10, THERE), placed(2, 10, 10, HERE))
                .penalizesBy(100_000);
        // One of several is enough.
        verifier.verifyThat(PlacementConstraintProvider::componentsTogether)
                .given(coupled(0, 0, Kind.TOGETHER, By.HOST, Optional.empty(), 1, 2), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE),
                        placed(2, 10, 10, HERE))
                .penalizesBy(0);
    }

    @Test
    void preferencesKept() {
        verifier.verifyThat(PlacementConstraintProvider::preferencesKept)
                .given(coupled(0, 0, Kind.TOGETHER, By.HOST, Optional.of(2.5), 1), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(250);
        // Counted once for the copy, however many are near.
        verifier.verifyThat(PlacementConstraintProvider::preferencesKept)
                .given(coupled(0, 0, Kind.APART, By.SITE, Optional.of(1.0), 1, 2), placed(0, 10, 10, HERE), placed(1, 10, 10, HERE),
                        placed(2, 10, 10, HERE))
                .penalizesBy(100);
        verifier.verifyThat(PlacementConstraintProvider::preferencesKept)
                .given(coupled(0, 0, Kind.APART, By.SITE, Optional.of(1.0), 1), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
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
                .given(placed(0, 10, 10, HERE), placed(1, 10, 10, THERE), placed(2, 10, 10, THERE),
                        new PlacementSolution.SiteSlots(0, 0), new PlacementSolution.SiteSlots(1, 1))
                .penalizesBy(10_000);
    }

    @Test
    void movesAvoided() {
        verifier.verifyThat(PlacementConstraintProvider::movesAvoided)
                .given(placed(0, 10, 10, HERE), placed(1, 10, 10, THERE), placed(2, 10, 10, THERE))
                .penalizesBy(100);
    }

    @Test
    void hostDiskNotExceeded() {
        // Forms of these tenants ask for 3 and 2 MiB; one host has room for 4, the other does not say.
        Position small = costly(new HostResources(4 * MEBI, 0, 0, 0));
        verifier.verifyThat(PlacementConstraintProvider::hostDiskNotExceeded)
                .given(placed(0, 10, 10, small, 3), placed(1, 10, 10, small, 2), placed(2, 10, 10, THERE, 100))
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
    void startupMinimised() {
        verifier.verifyThat(PlacementConstraintProvider::startupMinimised)
                .given(starting(0, HERE), starting(1, THERE), starting(2, THERE), placed(3, 10, 10, THERE))
                .penalizesBy(25 + 2 * 4_700);
    }

    @Test
    void serviceMinimised() {
        PlacementEntity served = changed(0, THERE, asked -> new Demand(asked.cpu(), asked.memory(), asked.formRank(), asked.supported(),
                asked.allowed(), asked.positions(), asked.disk(), asked.guarding(), asked.startup(), asked.gpus(), new long[] {40, 160}));
        verifier.verifyThat(PlacementConstraintProvider::serviceMinimised).given(served, placed(3, 10, 10, THERE)).penalizesBy(160);
    }

    /** Soon here, late there. */
    private static PlacementEntity starting(int index, Position position) {
        return changed(index, position, asked -> new Demand(asked.cpu(), asked.memory(), asked.formRank(), asked.supported(),
                asked.allowed(), asked.positions(), asked.disk(), asked.guarding(), new long[] {25, 4_700}));
    }

    @Test
    void hostWithControls() {
        // Here everything is as it asks for, there nothing.
        ComplianceClass onlyHere = new ComplianceClass(false, new boolean[] {true, false});
        verifier.verifyThat(PlacementConstraintProvider::hostWithControls)
                .given(guarded(0, HERE, onlyHere), guarded(1, THERE, onlyHere), guarded(2, THERE, ComplianceClass.NONE))
                .penalizesBy(100_000);
    }

    private static PlacementEntity guarded(int index, Position position, ComplianceClass guarding) {
        return changed(index, position, asked -> new Demand(asked.cpu(), asked.memory(), asked.formRank(), asked.supported(),
                asked.allowed(), asked.positions(), asked.disk(), guarding, asked.startup()));
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
                .given(new AntiAffinityPair(0, 1, Separation.By.HOST), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(0);
        verifier.verifyThat(PlacementConstraintProvider::replicasApart)
                .given(new AntiAffinityPair(0, 1, Separation.By.FORM), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(100_000);
    }

    /** A constraint that is added has its exact penalty in one of these classes, under its own name. */
    @Test
    void everyConstraintHasATestOfItsName() {
        List<String> tests = Stream.of(PlacementConstraintProviderTest.class, NetworkConstraintsTest.class, CostConstraintsTest.class)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods())).map(Method::getName).toList();
        List<String> constraints = Arrays.stream(PlacementConstraintProvider.class.getDeclaredMethods())
                .filter(method -> method.getReturnType() == Constraint.class)
                .map(Method::getName)
                .toList();
        assertThat(constraints).hasSize(ConstraintName.values().length);
        assertThat(tests).containsAll(constraints);
    }
}
