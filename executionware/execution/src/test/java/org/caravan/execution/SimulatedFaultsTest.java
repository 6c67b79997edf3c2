package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.simulated.SimulatedAdapter;
import org.caravan.adapter.simulated.SimulatedFault;
import org.caravan.adapter.simulated.SimulatedScript;
import org.caravan.application.OnFailure;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
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

    private static final RunTerms UNDO = new RunTerms(OnFailure.UNDO, Set.of("db"));
    private static final Map<String, String> TABLE = new TreeMap<>();

    @TempDir
    Path folder;

    private final DeploymentPlan first = Plans.frontAndDb("host-11", "host-21", Optional.empty());
    private final DeploymentPlan frontMoves = Plans.frontAndDb("host-31", "host-21", Optional.of(first));
    /** Users are told for ever anew; what they were told while something failed counts. */
    private final List<EntryPlacement> told = new ArrayList<>();
    private final FastClock clock = new FastClock();
    private final SimulatedAdapter machines = SimulatedAdapter.open(Plans.STANDING,
            SimulatedScript.prompt(1).withReadyAfter(Duration.ofSeconds(2)), () -> clock.now());
    private RunStore store;
    private Fleet fleet;
    private Deployment deployment;

    @BeforeEach
    void open() {
        store = SqliteRunStore.open(folder.resolve("journal.db"), "OFF");
        fleet = new Fleet(() -> Plans.STANDING, host -> machines);
        deployment = new Deployment(fleet, store, (application, generation, entries) -> {
            told.clear();
            told.addAll(entries);
        }, Bench.POLICY, clock, ProgressListener.NONE);
        assertThat(carryOut(first, RunTerms.HELD).state()).isEqualTo(RunState.DONE);
    }

    @AfterEach
    void close() {
        deployment.close();
        store.close();
    }

    @AfterAll
    static void print() {
        TABLE.forEach((fault, outcome) -> System.out.printf("%-34s %s%n", fault, outcome));
    }

    @Test
    void simulatedCloudErrorsThatPassAreTriedAgain() {
        machines.mishaps().fail(new SimulatedFault("ensure", "host-31", 2, AdapterFault.Kind.FAILED));
        ExecutionReport report = carryOut(frontMoves, UNDO);
        assertThat(tries(report, "CREATE front")).isEqualTo(3);
        settledAt(frontMoves, report);
        row("cloud API errors (500), two", report);
    }

    @Test
    void simulatedCloudErrorsThatStayAreUndone() {
        machines.mishaps().fail(new SimulatedFault("ensure", "host-31", 99, AdapterFault.Kind.FAILED));
        ExecutionReport report = carryOut(frontMoves, UNDO);
        assertThat(tries(report, "CREATE front")).isEqualTo(Bench.POLICY.tries());
        asBefore(report);
        row("cloud API errors (500), lasting", report);
    }

    @Test
    void simulatedTimeoutsAreTriedAgain() {
        machines.mishaps().fail(new SimulatedFault("ensureImage", "host-31", 1, AdapterFault.Kind.UNREACHABLE));
        machines.mishaps().fail(new SimulatedFault("whyNotReady", "host-31", 1, AdapterFault.Kind.UNREACHABLE));
        ExecutionReport report = carryOut(frontMoves, UNDO);
        settledAt(frontMoves, report);
        row("timeouts of two calls", report);
    }

    @Test
    void simulatedThrottlingIsGivenTime() {
        machines.mishaps().fail(new SimulatedFault("ensure", "host-31", 2, AdapterFault.Kind.THROTTLED));
        long before = clock.nanos();
        ExecutionReport report = carryOut(frontMoves, UNDO);
        settledAt(frontMoves, report);
        assertThat(Duration.ofNanos(clock.nanos() - before)).isGreaterThan(Bench.POLICY.retryFirst().multipliedBy(12));
        row("throttling, two calls", report);
    }

    @Test
    void simulatedLackOfCapacityIsNotTriedAgain() {
        machines.mishaps().fail(new SimulatedFault("ensure", "host-31", 1, AdapterFault.Kind.NO_CAPACITY));
        ExecutionReport report = carryOut(frontMoves, UNDO);
        assertThat(tries(report, "CREATE front")).isEqualTo(1);
        asBefore(report);
        row("no capacity, or quota used up", report);
    }

    @Test
    void simulatedRefusedCredentialsAreNotTriedAgain() {
        machines.mishaps().fail(new SimulatedFault("ensure", "host-31", 1, AdapterFault.Kind.UNTRUSTED));
        ExecutionReport report = carryOut(frontMoves, UNDO);
        assertThat(tries(report, "CREATE front")).isEqualTo(1);
        asBefore(report);
        row("credentials refused", report);
    }

    @Test
    void simulatedDiskFullOnANodeIsUndone() {
        machines.mishaps().fail(new SimulatedFault("ensureImage", "host-31", 1, AdapterFault.Kind.NO_CAPACITY));
        ExecutionReport report = carryOut(frontMoves, UNDO);
        asBefore(report);
        row("disk full on a node", report);
    }

    @Test
    void simulatedSlowBootIsWaitedFor() {
        long before = clock.nanos();
        ExecutionReport report = carryOut(frontMoves, UNDO);
        settledAt(frontMoves, report);
        assertThat(Duration.ofNanos(clock.nanos() - before)).isGreaterThan(Duration.ofSeconds(1));
        row("slow boot, within the limit", report);
    }

    @Test
    void simulatedPowerLossInTheMiddleOfACreationIsHeldAndGoesOn() {
        AtomicBoolean lost = new AtomicBoolean();
        machines.afterCall(call -> {
            if (call.startsWith("ensure host-31") && !lost.getAndSet(true)) {
                machines.mishaps().powerOff("host-31");
                throw new AdapterFault(AdapterFault.Kind.UNREACHABLE, "host-31 went away.");
            }
        });
        ExecutionReport held = carryOut(frontMoves, RunTerms.HELD);
        assertThat(held.state()).isEqualTo(RunState.FAILED);
        assertThat(told).isEqualTo(first.entries());
        machines.mishaps().heal("host-31");
        deployment.resume(held.runId());
        ExecutionReport report = await(held.runId());
        settledAt(frontMoves, report);
        row("power loss in mid-create", "held (" + held.state() + "), users stay at the old copy; power back, resumed: " + report.state());
    }

    @Test
    void simulatedNetworkCutToASiteHoldsTheDeploymentWhileWhatRunsServesOn() {
        machines.mishaps().fail(SimulatedFault.unreachable("host-11"));
        machines.mishaps().fail(SimulatedFault.unreachable("host-12"));
        ExecutionReport held = carryOut(frontMoves, UNDO);
        assertThat(held.state()).isEqualTo(RunState.FAILED);
        assertThat(held.error().orElseThrow()).contains("host-11 was not observed").contains("Maybe bring it back");
        assertThat(told).isEqualTo(frontMoves.entries());
        machines.mishaps().heal("host-11");
        machines.mishaps().heal("host-12");
        assertThat(machines.observe(Bench.host("host-11"))).hasSize(1);
        deployment.resume(held.runId());
        ExecutionReport report = await(held.runId());
        settledAt(frontMoves, report);
        row("network cut to a site that is left", "held (FAILED): users are at the new copy, the old one runs on; mended, resumed: " + report.state());
    }

    @Test
    void simulatedSecondServerWithAJournalOfItsOwnIsRefused() {
        assertThat(carryOut(frontMoves, UNDO).state()).isEqualTo(RunState.DONE);
        try (RunStore otherStore = SqliteRunStore.open(folder.resolve("other.db"), "OFF");
                Deployment other = new Deployment(fleet, otherStore, (application, generation, entries) -> { }, Bench.POLICY, clock,
                        ProgressListener.NONE)) {
            assertThatThrownBy(() -> other.start(first, Optional.empty()))
                    .isInstanceOf(RejectedInput.class)
                    .hasMessageContaining("Copy front:1@2 on host-31 is newer than generation 1");
            assertThat(new Orphans(fleet, otherStore).find().copies()).hasSize(2);
        }
        assertThatThrownBy(() -> machines.ensure(Bench.host("host-31"),
                first.instances().get(1).copy(first.application()), first.instances().get(1).spec(), List.of()))
                .isInstanceOfSatisfying(AdapterFault.class, fault -> assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.OUTDATED));
        settled(frontMoves);
        row("duplicate server, folder of its own", "refused: newer-copy; hosts refuse older generations: OUTDATED; nothing changed");
    }

    private ExecutionReport carryOut(DeploymentPlan plan, RunTerms terms) {
        return await(deployment.start(plan, Optional.empty(), terms));
    }

    private ExecutionReport await(long runId) {
        try {
            return deployment.await(runId, Duration.ofSeconds(30));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void settledAt(DeploymentPlan plan, ExecutionReport report) {
        assertThat(report.error()).isEmpty();
        assertThat(report.state()).isEqualTo(RunState.DONE);
        settled(plan);
    }

    private void settled(DeploymentPlan plan) {
        assertThat(deployment.preview(plan).canonicalText()).isEmpty();
        assertThat(told).isEqualTo(plan.entries());
    }

    private void asBefore(ExecutionReport report) {
        assertThat(report.state()).isEqualTo(RunState.UNDONE);
        DeploymentPlan target = store.target(first.application()).orElseThrow().plan();
        assertThat(target.instances()).isEqualTo(first.instances());
        settled(target);
    }

    private static int tries(ExecutionReport report, String step) {
        return report.steps().stream().filter(record -> record.text().contains(step)).findFirst().orElseThrow().tries();
    }

    private static void row(String fault, ExecutionReport report) {
        int tries = report.steps().stream().mapToInt(StepRecord::tries).max().orElse(0);
        row(fault, report.state() + ", at most " + tries + (tries == 1 ? " try" : " tries")
                + report.error().map(error -> ": " + error.lines().findFirst().orElse("")).orElse(""));
    }

    private static void row(String fault, String outcome) {
        TABLE.put(fault, outcome);
    }
}
