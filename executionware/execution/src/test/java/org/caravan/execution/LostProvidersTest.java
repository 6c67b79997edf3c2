package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.simulated.SimulatedAdapter;
import org.caravan.adapter.simulated.SimulatedScript;
import org.caravan.application.OnFailure;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.ProgressListener;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.sql.SqlRunStore;
import org.caravan.execution.time.WorkObserver;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host with data is lost: what requires the data moves, and may not become ready until the host is back. */
class LostProvidersTest {

    private static final RunTerms UNDO = new RunTerms(OnFailure.UNDO, Set.of("db"));

    @TempDir
    Path folder;

    private final FastClock clock = new FastClock();
    private final Set<String> lost = new TreeSet<>();
    private final List<EntryPlacement> told = new ArrayList<>();
    private SimulatedAdapter machines;
    private RunStore store;
    private DeploymentService deployment;

    @BeforeEach
    void open() {
        machines = SimulatedAdapter.open(Plans.STANDING, SimulatedScript.prompt(1).withReadyAfter(Duration.ofSeconds(2)), clock::now);
        store = SqlRunStore.open(folder.resolve("journal.db"), "OFF");
        HostRegistry fleet = new HostRegistry(() -> Plans.STANDING, host -> machines, new WorkObserver() {
            @Override
            public Optional<String> whyNotAsked(String hostId) {
                return lost.contains(hostId) ? Optional.of("it is lost") : Optional.empty();
            }
        });
        deployment = new DeploymentService(fleet, store, (application, generation, entries) -> {
            told.clear();
            told.addAll(entries);
        }, Bench.POLICY, clock, ProgressListener.NONE);
    }

    @AfterEach
    void close() {
        deployment.close();
        store.close();
    }

    @Test
    void aChainBehindALostHostIsTriedOnceAndUsersReachItsFrontEnd() {
        DeploymentPlan first = deployed(Plans.chain("host-11", "host-11", "host-11", Optional.empty()));
        loseHost();
        DeploymentPlan after = Plans.chain("host-31", "host-21", "host-11", Optional.of(first));
        neverReady(after, "api", "host-21");
        long began = clock.nanos();
        ExecutionReport held = carryOut(after, UNDO);
        assertThat(held.state()).as("not undone, as no other plan would be better").isEqualTo(RunState.FAILED);
        assertThat(held.error().orElseThrow()).contains("host-11 was not observed (it is lost)",
                "CONFIRM api:1@2 on host-21 failed: api:1 on host-21 was not ready within 30 s: ", "\nMaybe bring it back and resume");
        assertThat(Duration.ofNanos(clock.nanos() - began)).as("one attempt").isBetween(Duration.ofSeconds(30), Duration.ofSeconds(60));
        assertThat(told).as("front end is ready without its provider").isEqualTo(after.entries());
        assertThat(deployment.preview(after).reasons()).contains("api:1 may not become ready, because it requires db:1 on lost host "
                + "host-11; copies that serve stay until it is ready.");

        healHost();
        machines.afterCall(call -> { });
        deployment.resume(held.runId());
        settled(after, await(held.runId()));
    }

    @Test
    void whatIsReadyWithoutTheLostHostIsUsedAtOnce() {
        DeploymentPlan first = deployed(Plans.chain("host-11", "host-11", "host-11", Optional.empty()));
        loseHost();
        DeploymentPlan after = Plans.chain("host-31", "host-21", "host-11", Optional.of(first));
        long began = clock.nanos();
        ExecutionReport held = carryOut(after, UNDO);
        assertThat(held.error().orElseThrow()).startsWith("host-11 was not observed (it is lost), and copies of app-0 are or may be there."
                + "\nMaybe bring it back");
        assertThat(Duration.ofNanos(clock.nanos() - began)).isLessThan(Duration.ofSeconds(10));
        assertThat(deployment.preview(after).steps()).as("the front end is routed to api as well").isEmpty();
        assertThat(told).isEqualTo(after.entries());
    }

    @Test
    void aFrontEndThatServesIsNotReplacedByOneThatLacksItsProvider() {
        DeploymentPlan first = deployed(Plans.chain("host-12", "host-11", "host-11", Optional.empty()));
        loseHost();
        DeploymentPlan after = Plans.chain("host-31", "host-21", "host-11", Optional.of(first));
        neverReady(after, "api", "host-21");
        ExecutionReport held = carryOut(after, UNDO);
        assertThat(held.state()).isEqualTo(RunState.FAILED);
        assertThat(told).isEqualTo(first.entries());
        assertThat(machines.observe(Bench.host("host-12"))).extracting(copy -> copy.id().toString()).containsExactly("front:1@1");
    }

    private void loseHost() {
        machines.mishaps().powerOff("host-11");
        lost.add("host-11");
    }

    private void healHost() {
        machines.mishaps().heal("host-11");
        lost.clear();
    }

    /** Its process ends as soon as it is created, as that of a program that cannot reach its database. */
    private void neverReady(DeploymentPlan plan, String component, String hostId) {
        CopyId id = plan.instance(new InstanceId(component, 1)).orElseThrow().copy(plan.application());
        machines.afterCall(call -> {
            if (call.startsWith("ensure " + hostId)) {
                machines.mishaps().crash(hostId, id);
            }
        });
    }

    private DeploymentPlan deployed(DeploymentPlan plan) {
        settled(plan, carryOut(plan, RunTerms.HELD));
        return plan;
    }

    private void settled(DeploymentPlan plan, ExecutionReport report) {
        assertThat(report.error()).isEmpty();
        assertThat(report.state()).isEqualTo(RunState.DONE);
        assertThat(deployment.preview(plan).canonicalText()).isEmpty();
        assertThat(told).isEqualTo(plan.entries());
    }

    private ExecutionReport carryOut(DeploymentPlan plan, RunTerms terms) {
        return await(deployment.start(plan, Optional.empty(), terms));
    }

    private ExecutionReport await(long runId) {
        try {
            return deployment.await(runId, Duration.ofMinutes(5));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
