package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.simulated.SimulatedFault;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.fleet.Orphans;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.ProgressListener;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.sql.SqlRunStore;
import org.caravan.plan.DeploymentPlan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What happens at each kind of fault, on simulated hosts that fail by script. Printed as a table at the end: fault, what
 * became of the deployment, what users got meanwhile.
 */
class SimulatedFaultsTest {

    @TempDir
    Path folder;

    private FaultBench bench;
    private DeploymentPlan frontMoves;

    @BeforeEach
    void open() {
        bench = new FaultBench(folder, Clouds.script());
        frontMoves = Plans.frontAndDb("host-31", "host-21", Optional.of(bench.first));
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @AfterAll
    static void print() {
        FaultTable.print();
    }

    @Test
    void simulatedCloudErrorsThatPassAreTriedAgain() {
        bench.machines.mishaps().fail(new SimulatedFault("ensure", "host-31", 2, AdapterFault.Kind.FAILED));
        ExecutionReport report = bench.carryOut(frontMoves, FaultBench.UNDO);
        assertThat(FaultBench.tries(report, "CREATE front")).isEqualTo(3);
        bench.settledAt(frontMoves, report);
        FaultBench.row("cloud API errors (500), two", report);
    }

    @Test
    void simulatedCloudErrorsThatStayAreUndone() {
        bench.machines.mishaps().fail(new SimulatedFault("ensure", "host-31", 99, AdapterFault.Kind.FAILED));
        ExecutionReport report = bench.carryOut(frontMoves, FaultBench.UNDO);
        assertThat(FaultBench.tries(report, "CREATE front")).isEqualTo(Bench.POLICY.tries());
        bench.asBefore(report);
        FaultBench.row("cloud API errors (500), lasting", report);
    }

    /** Its host starts it again and again; the deployment does not wait for the limit of readiness. */
    @Test
    void simulatedCrashLoopsEndTheConfirmationAtOnceAndAreUndone() {
        bench.machines.mishaps().crashLoop(new CopyId(frontMoves.application(), new InstanceId("front", 1), frontMoves.generation()), 3);
        long before = bench.clock.nanos();
        ExecutionReport report = bench.carryOut(frontMoves, FaultBench.UNDO);
        assertThat(report.error().orElse("")).contains("front:1 on host-31 is in a crash loop (5 restarts, last exit code 3)",
                "\nMaybe its log says why: caravan logs " + frontMoves.application() + "/front:1.");
        assertThat(Duration.ofNanos(bench.clock.nanos() - before)).isLessThan(Bench.POLICY.confirmLimit());
        assertThat(report.state()).isEqualTo(RunState.UNDONE);
        FaultBench.row("crash loop", report);
    }

    @Test
    void simulatedTimeoutsAreTriedAgain() {
        bench.machines.mishaps().fail(new SimulatedFault("ensureImage", "host-31", 1, AdapterFault.Kind.UNREACHABLE));
        bench.machines.mishaps().fail(new SimulatedFault("whyNotReady", "host-31", 1, AdapterFault.Kind.UNREACHABLE));
        ExecutionReport report = bench.carryOut(frontMoves, FaultBench.UNDO);
        bench.settledAt(frontMoves, report);
        FaultBench.row("timeouts of two calls", report);
    }

    @Test
    void simulatedThrottlingIsGivenTime() {
        bench.machines.mishaps().fail(new SimulatedFault("ensure", "host-31", 2, AdapterFault.Kind.THROTTLED));
        long before = bench.clock.nanos();
        ExecutionReport report = bench.carryOut(frontMoves, FaultBench.UNDO);
        bench.settledAt(frontMoves, report);
        assertThat(Duration.ofNanos(bench.clock.nanos() - before)).isGreaterThan(Bench.POLICY.retryFirst().multipliedBy(12));
        FaultBench.row("throttling, two calls", report);
    }

    @Test
    void simulatedLackOfCapacityIsNotTriedAgain() {
        bench.machines.mishaps().fail(new SimulatedFault("ensure", "host-31", 1, AdapterFault.Kind.NO_CAPACITY));
        ExecutionReport report = bench.carryOut(frontMoves, FaultBench.UNDO);
        assertThat(FaultBench.tries(report, "CREATE front")).isEqualTo(1);
        bench.asBefore(report);
        FaultBench.row("no capacity, or quota used up", report);
    }

    @Test
    void simulatedRefusedCredentialsAreNotTriedAgain() {
        bench.machines.mishaps().fail(new SimulatedFault("ensure", "host-31", 1, AdapterFault.Kind.UNTRUSTED));
        ExecutionReport report = bench.carryOut(frontMoves, FaultBench.UNDO);
        assertThat(FaultBench.tries(report, "CREATE front")).isEqualTo(1);
        bench.asBefore(report);
        FaultBench.row("credentials refused", report);
    }

    @Test
    void simulatedDiskFullOnANodeIsUndone() {
        bench.machines.mishaps().fail(new SimulatedFault("ensureImage", "host-31", 1, AdapterFault.Kind.NO_CAPACITY));
        ExecutionReport report = bench.carryOut(frontMoves, FaultBench.UNDO);
        bench.asBefore(report);
        FaultBench.row("disk full on a node", report);
    }

    @Test
    void simulatedSlowBootIsWaitedFor() {
        long before = bench.clock.nanos();
        ExecutionReport report = bench.carryOut(frontMoves, FaultBench.UNDO);
        bench.settledAt(frontMoves, report);
        assertThat(Duration.ofNanos(bench.clock.nanos() - before)).isGreaterThan(Duration.ofSeconds(1));
        FaultBench.row("slow boot, within the limit", report);
    }

    @Test
    void simulatedPowerLossInTheMiddleOfACreationIsHeldAndGoesOn() {
        AtomicBoolean lost = new AtomicBoolean();
        bench.machines.afterCall(call -> {
            if (call.startsWith("ensure host-31") && !lost.getAndSet(true)) {
                bench.machines.mishaps().powerOff("host-31");
                throw new AdapterFault(AdapterFault.Kind.UNREACHABLE, "host-31 went away.");
            }
        });
        ExecutionReport held = bench.carryOut(frontMoves, RunTerms.HELD);
        assertThat(held.state()).isEqualTo(RunState.FAILED);
        assertThat(bench.told).isEqualTo(bench.first.entries());
        bench.machines.mishaps().heal("host-31");
        bench.deployment.resume(held.runId());
        ExecutionReport report = bench.await(held.runId());
        bench.settledAt(frontMoves, report);
        FaultTable.put("power loss in mid-create", "held (" + held.state() + "), users stay at the old copy; power back, resumed: "
                + report.state());
    }

    @Test
    void simulatedNetworkCutToASiteHoldsTheDeploymentWhileWhatRunsServesOn() {
        bench.machines.mishaps().fail(SimulatedFault.unreachable("host-11"));
        bench.machines.mishaps().fail(SimulatedFault.unreachable("host-12"));
        ExecutionReport held = bench.carryOut(frontMoves, FaultBench.UNDO);
        assertThat(held.state()).isEqualTo(RunState.FAILED);
        assertThat(held.error().orElseThrow()).contains("host-11 was not observed").contains("Maybe bring it back");
        assertThat(bench.told).isEqualTo(frontMoves.entries());
        bench.machines.mishaps().heal("host-11");
        bench.machines.mishaps().heal("host-12");
        assertThat(bench.machines.observe(Bench.host("host-11"))).hasSize(1);
        bench.deployment.resume(held.runId());
        ExecutionReport report = bench.await(held.runId());
        bench.settledAt(frontMoves, report);
        FaultTable.put("network cut to a site that is left",
                "held (FAILED): users are at the new copy, the old one runs on; mended, resumed: " + report.state());
    }

    @Test
    void simulatedSecondServerWithAJournalOfItsOwnIsRefused() {
        assertThat(bench.carryOut(frontMoves, FaultBench.UNDO).state()).isEqualTo(RunState.DONE);
        try (RunStore otherStore = SqlRunStore.open(folder.resolve("other.db"), "OFF");
                DeploymentService other = new DeploymentService(bench.fleet, otherStore, (application, generation, entries) -> { },
                        Bench.POLICY, bench.clock,
                        ProgressListener.NONE)) {
            assertThatThrownBy(() -> other.start(bench.first, Optional.empty()))
                    .isInstanceOf(RejectedInput.class)
                    .hasMessageContaining("Copy front:1@2 on host-31 is newer than generation 1");
            assertThat(new Orphans(bench.fleet, otherStore).find().copies()).hasSize(2);
        }
        assertThatThrownBy(() -> bench.machines.ensure(Bench.host("host-31"),
                bench.first.instances().get(1).copy(bench.first.application()), bench.first.instances().get(1).spec(), List.of()))
                .isInstanceOfSatisfying(AdapterFault.class, fault -> assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.OUTDATED));
        bench.settled(frontMoves);
        FaultTable.put("duplicate server, folder of its own",
                "refused: newer-copy; hosts refuse older generations: OUTDATED; nothing changed");
    }
}
