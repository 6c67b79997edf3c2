package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.caravan.adapter.AdapterFault;
import org.caravan.application.OnFailure;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.fleet.TargetLocks;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.Target;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.OtherPlacement;
import org.junit.jupiter.api.Test;

/** Plans of several applications that were made from the same state. */
class AdoptionTest extends OnBench {

    private static final RunTerms UNDO = new RunTerms(OnFailure.UNDO, Set.of());

    /** A plan that fits alone, and beside others that ask for the rest of 4000 mCPU. */
    private static Plans asking(int number, long cpu) {
        return new Plans(number).withCpu(cpu).withSlotsFrom(100 + 10 * number);
    }

    private static DeploymentPlan on(String hostId, int number, long cpu) {
        return asking(number, cpu).one(hostId, Optional.empty());
    }

    private void refused(DeploymentPlan plan, String code, String message) {
        Optional<Target> before = bench.store.target(plan.application());
        assertThatThrownBy(() -> bench.deployment.start(plan, Optional.empty())).isInstanceOf(RejectedInput.class)
                .hasMessageContaining(message).hasMessageContaining("\n    Maybe plan again")
                .satisfies(refusal -> assertThat(((RejectedInput) refusal).diagnostics()).extracting(one -> one.code())
                        .containsExactly(code));
        assertThat(bench.store.target(plan.application())).isEqualTo(before);
    }

    @Test
    void aHostIsPromisedOnce() {
        assertThat(bench.carryOut(on("host-11", 1, 3_000)).state()).isEqualTo(RunState.DONE);
        refused(on("host-11", 2, 2_000), "resource-taken", "of app-2 needs what other applications have reserved:"
                + " cpu on host (host-11): 2 needed, 1 free.");
        assertThat(bench.carryOut(on("host-12", 2, 2_000)).state()).isEqualTo(RunState.DONE);
        assertThat(bench.carryOut(on("host-11", 3, 1_000)).state()).isEqualTo(RunState.DONE);
    }

    @Test
    void anAddressIsGivenOnce() {
        assertThat(bench.carryOut(new Plans(1).one("host-11", Optional.empty())).state()).isEqualTo(RunState.DONE);
        refused(new Plans(2).one("host-12", Optional.empty()), "resource-taken", "address of c1:1 at site (site-1)");
    }

    @Test
    void growthInPlaceIsCounted() {
        DeploymentPlan small = on("host-11", 1, 1_000);
        assertThat(bench.carryOut(small).state()).isEqualTo(RunState.DONE);
        assertThat(bench.carryOut(on("host-11", 2, 2_000)).state()).isEqualTo(RunState.DONE);
        refused(asking(1, 3_000).one("host-11", Optional.of(small)), "resource-taken", "cpu on host (host-11): 3 needed, 2 free");
        assertThat(bench.carryOut(asking(1, 2_000).one("host-11", Optional.of(small))).state()).isEqualTo(RunState.DONE);
    }

    @Test
    void whatRunsAlreadyIsStartedAgain() {
        DeploymentPlan one = on("host-11", 1, 2_000);
        assertThat(bench.carryOut(one).state()).isEqualTo(RunState.DONE);
        assertThat(bench.carryOut(on("host-11", 2, 2_000)).state()).isEqualTo(RunState.DONE);
        assertThat(bench.carryOut(one).state()).isEqualTo(RunState.DONE);
    }

    @Test
    void ofManyPlansAtOnceAsManyAreAcceptedAsFit() {
        bench.world.watchful = false;
        List<Boolean> begun = IntStream.range(0, 12).parallel().mapToObj(number -> {
            try {
                bench.deployment.start(on("host-11", number, 1_000), Optional.empty());
                return true;
            } catch (RejectedInput refusal) {
                return false;
            }
        }).toList();
        assertThat(begun).filteredOn(one -> one).hasSize(4);
        bench.store.targets().forEach(target -> bench.await(bench.store.runs(target.plan().application()).get(0)));
    }

    /** The copies of the plan before run until the deployment ends, and it may return to them. */
    @Test
    void theWayBackIsReservedUntilTheDeploymentEnds() {
        DeploymentPlan first = on("host-11", 1, 3_000);
        assertThat(bench.carryOut(first, UNDO).state()).isEqualTo(RunState.DONE);
        DeploymentPlan moved = asking(1, 3_000).one("host-12", Optional.of(first));
        onCall("ENTRY", () -> {
            assertThat(bench.store.reservedByOthers("app-2").asOtherPlacements()).extracting(OtherPlacement::hostId)
                    .containsExactlyInAnyOrder("host-11", "host-12");
            assertThatThrownBy(() -> adoption(bench.fleet).adopt(on("host-11", 2, 2_000), () -> 1L)).isInstanceOf(RejectedInput.class)
                    .hasMessageContaining("cpu on host (host-11): 2 needed, 1 free");
            throw new AdapterFault(AdapterFault.Kind.NO_CAPACITY, "no");
        });
        assertThat(bench.carryOut(moved, UNDO).state()).isEqualTo(RunState.UNDONE);
        bench.world.hook = (call, before) -> { };
        assertThat(bench.store.reservedByOthers("app-2").asOtherPlacements()).extracting(OtherPlacement::hostId).containsExactly("host-11");
        assertThat(bench.carryOut(on("host-12", 2, 2_000)).state()).isEqualTo(RunState.DONE);
    }

    /**
     * Each failed deployment may leave copies; those of older ones count only on hosts that cannot be observed, so that failures do not add
     * up.
     */
    @Test
    void failedDeploymentsReserveTheNewestOnly() {
        DeploymentPlan first = on("host-11", 1, 1_000);
        assertThat(bench.carryOut(first).state()).isEqualTo(RunState.DONE);
        onCall("ENTRY", () -> {
            throw new AdapterFault(AdapterFault.Kind.NO_CAPACITY, "no");
        });
        DeploymentPlan second = asking(1, 1_000).one("host-12", Optional.of(first));
        assertThat(bench.carryOut(second).state()).isEqualTo(RunState.FAILED);
        assertThat(bench.store.reservedByOthers("app-2").asOtherPlacements()).extracting(OtherPlacement::hostId)
                .containsExactlyInAnyOrder("host-11", "host-12");
        assertThat(remaining(host -> false)).containsExactly("host-11");
        assertThat(bench.carryOut(second).state()).as("repeated").isEqualTo(RunState.FAILED);
        assertThat(bench.store.reservedByOthers("app-2").asOtherPlacements()).extracting(OtherPlacement::hostId)
                .containsExactlyInAnyOrder("host-11", "host-12");
        assertThat(remaining(host -> false)).containsExactly("host-11");
        DeploymentPlan third = asking(1, 1_000).one("host-21", Optional.of(second));
        assertThat(bench.carryOut(third).state()).isEqualTo(RunState.FAILED);
        assertThat(bench.store.reservedByOthers("app-2").asOtherPlacements()).extracting(OtherPlacement::hostId)
                .containsExactlyInAnyOrder("host-12", "host-21");
        assertThat(remaining(host -> false)).as("the first copy still runs").containsExactlyInAnyOrder("host-12", "host-11");
        assertThat(remaining("host-11"::equals)).containsExactlyInAnyOrder("host-12", "host-11");
        bench.world.hook = (call, before) -> { };
        assertThat(bench.carryOut(third).state()).isEqualTo(RunState.DONE);
        assertThat(bench.store.reservedByOthers("app-2").asOtherPlacements()).extracting(OtherPlacement::hostId).containsExactly("host-21");
        assertThat(remaining(host -> true)).isEmpty();
    }

    private List<String> remaining(Predicate<String> outOfReach) {
        return bench.store.mayRemain("app-1", outOfReach).asOtherPlacements().stream().map(OtherPlacement::hostId).toList();
    }

    /** The journal accepts what adoption refuses; the place of the way back may be gone when a deployment fails. */
    @Test
    void theWayBackIsHeldIfAnotherApplicationHasItsPlace() {
        DeploymentPlan first = on("host-11", 1, 3_000);
        assertThat(bench.carryOut(first, UNDO).state()).isEqualTo(RunState.DONE);
        DeploymentPlan moved = asking(1, 3_000).one("host-12", Optional.of(first));
        onCall("ENTRY", () -> {
            bench.store.begin(on("host-11", 2, 3_000), Optional.empty(), RunTerms.HELD, Set.of(), Instant.EPOCH);
            throw new AdapterFault(AdapterFault.Kind.NO_CAPACITY, "no");
        });
        ExecutionReport held = bench.carryOut(moved, UNDO);
        assertThat(held.state()).isEqualTo(RunState.FAILED);
        assertThat(held.error().orElseThrow()).contains("\nIt was not undone: Plan ", "cpu on host (host-11): 3 needed, 1 free");
        assertThat(bench.store.target("app-1").orElseThrow().plan()).isEqualTo(moved);
    }

    private Adoption adoption(HostRegistry fleet) {
        return new Adoption(fleet, bench.store, new TargetLocks());
    }

    @Test
    void aHostThatLeavesTheInfrastructureMeanwhileIsNamed() {
        AtomicReference<Infrastructure> now = new AtomicReference<>(Plans.INFRASTRUCTURE);
        HostRegistry fleet = new HostRegistry(now::get, host -> bench.world);
        now.set(Plans.STANDING);
        assertThatThrownBy(() -> adoption(fleet).adopt(on("host-41", 1, 100), () -> 1L)).isInstanceOf(RejectedInput.class)
                .hasMessageContaining("puts c1:1 on host-41, which is not in the infrastructure");
    }
}
