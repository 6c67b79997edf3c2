package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.caravan.adapter.InstanceId;
import org.caravan.change.ChangeSet;
import org.caravan.change.Removal;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.ProgressListener;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.Target;
import org.caravan.execution.sql.SqlRunStore;
import org.caravan.execution.step.ExecutionPolicy;
import org.caravan.execution.time.Clock;
import org.caravan.execution.time.WorkObserver;
import org.caravan.infrastructure.Host;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.InstancePlacement;

/** A server's worth of parts around hosts in memory; the server can crash and be started again. */
public final class Bench implements AutoCloseable {

    public static final ExecutionPolicy POLICY = new ExecutionPolicy(3, Duration.ofMillis(10), Duration.ofSeconds(120),
            Duration.ofSeconds(30), Duration.ofSeconds(1), 3, Duration.ofSeconds(20));
    private static final Duration LONG = Duration.ofMinutes(5);

    public final InMemoryAdapter world = new InMemoryAdapter();
    final HostRegistry fleet = new HostRegistry(() -> Plans.INFRASTRUCTURE, host -> world, new WorkObserver() {
        @Override
        public Optional<String> whyNotAsked(String hostId) {
            return world.lost.contains(hostId) ? Optional.of("it is lost") : Optional.empty();
        }
    });
    public final RunStore store;
    public DeploymentService deployment;

    /** The file is shared by many tests, so it is not forced to disk at each of thousands of writes. */
    public Bench(Path file) {
        this.store = SqlRunStore.open(file, "OFF");
        restart();
    }

    void restart() {
        if (deployment != null) {
            deployment.close();
        }
        deployment = deployment(new FastClock(), ProgressListener.NONE);
    }

    DeploymentService deployment(Clock clock, ProgressListener listener) {
        return new DeploymentService(fleet, store, world, POLICY, clock, listener);
    }

    /** Null if the server crashed before it could say which run it is. */
    ExecutionReport carryOut(DeploymentPlan plan) {
        return carryOut(plan, RunTerms.HELD);
    }

    ExecutionReport carryOut(DeploymentPlan plan, RunTerms terms) {
        try {
            return await(deployment.start(plan, Optional.empty(), terms));
        } catch (Crash crash) {
            return null;
        }
    }

    public ExecutionReport await(long runId) {
        try {
            return deployment.await(runId, LONG);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As a user would: restart the server and, if the plan did not even become the target, approve it again. */
    ExecutionReport recoverAndCarryOut(DeploymentPlan plan) {
        restart();
        deployment.recover().forEach(this::await);
        Optional<DeploymentPlan> target = store.target(plan.application()).map(Target::plan);
        if (!target.equals(Optional.of(plan))) {
            return await(deployment.start(plan, Optional.empty()));
        }
        return store.run(store.runs(plan.application()).get(0)).orElseThrow();
    }

    /** Every instance of the plan runs once and as asked, nothing else runs, and users reach what the plan says. */
    void assertSettled(DeploymentPlan plan, ExecutionReport report) {
        assertThat(report.error()).isEmpty();
        assertThat(report.state()).isEqualTo(RunState.DONE);
        assertReal(plan);
    }

    void assertReal(DeploymentPlan plan) {
        assertThat(deployment.preview(plan)).isEqualTo(new ChangeSet(plan, List.of(), List.of()));
        assertThat(world.copies.values().stream()
                        .filter(copy -> copy.id.application().equals(plan.application()))
                        .map(copy -> copy.id + " on " + copy.hostId))
                .containsExactlyInAnyOrderElementsOf(plan.instances().stream()
                        .map(placement -> placement.copy(plan.application()) + " on " + placement.hostId())
                        .toList());
        assertThat(world.copies.values()).filteredOn(copy -> copy.id.application().equals(plan.application()))
                .allMatch(copy -> copy.confirmed);
        assertThat(world.entries.getOrDefault(plan.application(), List.of())).isEqualTo(plan.entries().stream()
                .map(entry -> published(plan, entry).map(entry::reachedAt).orElse(entry))
                .toList());
    }

    private Optional<String> published(DeploymentPlan plan, EntryPlacement entry) {
        String hostId = plan.instance(entry.to()).orElseThrow().hostId();
        return Optional.ofNullable(world.machines.machines.get(hostId)).map(machine -> machine.published.get(entry.targetAddress()));
    }

    /** The next plan, or now and then the end of the application. */
    static DeploymentPlan next(Plans plans, DeploymentPlan current, long seed) {
        return seed % 10 == 9 ? Removal.of(current) : plans.next(current);
    }

    static Host host(String hostId) {
        return Plans.INFRASTRUCTURE.host(hostId);
    }

    MemoryCopy copy(DeploymentPlan plan, String component) {
        InstancePlacement placement = plan.instance(new InstanceId(component, 1)).orElseThrow();
        return world.copies.get(InMemoryAdapter.key(host(placement.hostId()), placement.copy(plan.application())));
    }

    @Override
    public void close() {
        deployment.close();
        store.close();
    }
}
