package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.AdapterFault;
import org.caravan.change.Removal;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunTerms;
import org.caravan.machine.ObservedMachine;
import org.caravan.plan.DeploymentPlan;
import org.junit.jupiter.api.Test;

/** What becomes of the machines of rented hosts while applications come and go. */
class RentedRunTest extends OnBench {

    private final DeploymentPlan rented = Plans.frontAndDb("host-41", "host-41", Optional.empty());

    /** With other addresses, of another application. */
    private final DeploymentPlan other = other(Plans.frontAndDb("host-41", "host-42", Optional.of(first)));

    @Test
    void twoApplicationsShareAMachineAndTheLastOneGivesItBack() {
        bench.assertSettled(rented, bench.carryOut(rented));
        bench.assertSettled(other, bench.carryOut(other));
        MemoryMachines.Machine shared = bench.world.machines.machines.get("host-41");
        assertThat(shared.addresses).containsExactly("10.1.4.100", "10.1.4.101", "10.1.4.103");

        bench.assertSettled(Removal.of(rented), bench.await(bench.deployment.destroy(rented.application())));
        assertThat(shared.addresses).as("what the other one needs").containsExactly("10.1.4.103");
        assertThat(bench.world.machines.machines.get("host-41")).isSameAs(shared);
        bench.await(bench.deployment.destroy(other.application()));
        assertThat(bench.world.machines.machines).isEmpty();
        assertThat(bench.world.violations).isEmpty();
    }

    /** The other application's plan becomes the target between the look and the release. */
    @Test
    void machineIsKeptForWhoeverComesToWantItMeanwhile() {
        bench.assertSettled(rented, bench.carryOut(rented));
        onCall("DESTROY", () -> {
            if (bench.store.target(other.application()).isEmpty()) {
                bench.store.begin(other, Optional.empty(), RunTerms.HELD, Set.of(), Instant.EPOCH);
            }
        });
        ExecutionReport report = bench.await(bench.deployment.destroy(rented.application()));
        assertThat(bench.world.calls).noneMatch(call -> call.startsWith("RELEASE"));
        assertThat(bench.world.machines.machines).containsOnlyKeys("host-41");
        assertThat(report.steps()).filteredOn(step -> step.kind() == org.caravan.change.StepKind.RELEASE)
                .singleElement().satisfies(step -> assertThat(step.error().orElseThrow())
                        .contains("front:1 of other has come to be there"));
    }

    @Test
    void machineThatSomebodyDeletedIsRentedAgain() {
        bench.carryOut(rented);
        bench.world.machines.lose("host-41");
        assertThat(bench.deployment.preview(rented).canonicalText()).startsWith("[] -> #1 RENT host-41, is not rented yet");
        bench.assertSettled(rented, bench.carryOut(rented));
    }

    @Test
    void machineThatNeverBecomesFitFailsTheRunWithItsReason() {
        bench.world.questionsUntilReady = Integer.MAX_VALUE;
        ExecutionReport report = bench.carryOut(rented);
        assertThat(report.state()).isEqualTo(RunState.FAILED);
        assertThat(report.error().orElseThrow()).startsWith(
                "RENT on host-41 failed: The machine of host-41 was not ready for copies within 15 min: it boots.\nMaybe ");
        assertThat(bench.world.calls).noneMatch(call -> call.startsWith("CREATE"));
        bench.world.questionsUntilReady = 0;
        bench.world.machines.machines.get("host-41").questionsUntilFit = 0;
        bench.deployment.resume(report.runId());
        bench.assertSettled(rented, bench.await(report.runId()));
    }

    @Test
    void orderThatIsRefusedIsNotRepeated() {
        onCall("RENT", () -> {
            throw new AdapterFault(AdapterFault.Kind.NO_CAPACITY, "the quota is used up.\nMaybe ask for more.");
        });
        ExecutionReport report = bench.carryOut(rented);
        assertThat(report.error().orElseThrow()).contains("RENT on host-41 failed: the quota is used up.");
        assertThat(report.steps().get(0).tries()).isEqualTo(1);
    }

    @Test
    void hostOfASilentProviderIsRefusedLikeAnyThatIsNotSeen() {
        bench.world.machines.silentRegions.add("region-4");
        RejectedInput refusal = catchThrowableOfType(RejectedInput.class, () -> bench.deployment.start(rented, Optional.empty()));
        assertThat(refusal.diagnostics().get(0).code()).isEqualTo("host-not-observed");
        assertThat(refusal).hasMessageContaining("region-4 does not answer");
    }

    @Test
    void machineThatWasSwitchedOffComesBackWithItsCopies() {
        bench.carryOut(rented);
        bench.world.machines.machines.get("host-41").state = ObservedMachine.State.STOPPED;
        ExecutionReport report = bench.carryOut(rented);
        bench.assertSettled(rented, report);
        assertThat(report.newestSteps()).extracting(step -> step.kind().name()).containsExactly("RENT");
    }

    private static DeploymentPlan other(DeploymentPlan plan) {
        return new DeploymentPlan("other", "1", Optional.empty(), plan.generation(), plan.instances(), plan.links(), plan.entries());
    }
}
