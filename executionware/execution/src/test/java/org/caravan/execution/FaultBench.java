package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.rented.RentedAdapter;
import org.caravan.adapter.simulated.SimulatedAdapter;
import org.caravan.adapter.simulated.SimulatedMachineCloud;
import org.caravan.adapter.simulated.SimulatedMachineScript;
import org.caravan.adapter.simulated.SimulatedScript;
import org.caravan.application.OnFailure;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.ProgressListener;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.StepRecord;
import org.caravan.execution.sql.SqlRunStore;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;

/** A server's worth of parts around simulated hosts, standing and rented, on which one plan was carried out. */
final class FaultBench implements AutoCloseable {

    static final RunTerms UNDO = new RunTerms(OnFailure.UNDO, Set.of("db"));

    final DeploymentPlan first = Plans.frontAndDb("host-11", "host-21", Optional.empty());
    final FastClock clock = new FastClock();
    final SimulatedAdapter machines = SimulatedAdapter.open(Plans.INFRASTRUCTURE,
            SimulatedScript.prompt(1).withReadyAfter(Duration.ofSeconds(2)), () -> clock.now());
    final SimulatedMachineCloud cloud;
    /** Users are told for ever anew; what they were told while something failed counts. */
    final List<EntryPlacement> told = new ArrayList<>();
    final RunStore store;
    final HostRegistry fleet;
    final DeploymentService deployment;

    FaultBench(Path folder, SimulatedMachineScript script) {
        cloud = SimulatedMachineCloud.open(script, clock::now);
        cloud.whenGone(label -> machines.mishaps().loseAll(label.hostId()));
        RentedAdapter renting = new RentedAdapter(cloud, machines, new FitOnceBooted(), Plans.INFRASTRUCTURE::name);
        store = SqlRunStore.open(folder.resolve("journal.db"), "OFF");
        fleet = new HostRegistry(() -> Plans.INFRASTRUCTURE, host -> host.rental().isPresent() ? renting : machines);
        deployment = new DeploymentService(fleet, store, (application, generation, entries) -> {
            told.clear();
            told.addAll(entries);
        }, Bench.POLICY, clock, ProgressListener.NONE);
        assertThat(carryOut(first, RunTerms.HELD).state()).isEqualTo(RunState.DONE);
    }

    ExecutionReport carryOut(DeploymentPlan plan, RunTerms terms) {
        return await(deployment.start(plan, Optional.empty(), terms));
    }

    ExecutionReport await(long runId) {
        try {
            return deployment.await(runId, Duration.ofMinutes(5));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void settledAt(DeploymentPlan plan, ExecutionReport report) {
        assertThat(report.error()).isEmpty();
        assertThat(report.state()).isEqualTo(RunState.DONE);
        settled(plan);
    }

    void settled(DeploymentPlan plan) {
        assertThat(deployment.preview(plan).canonicalText()).isEmpty();
        assertThat(told).isEqualTo(plan.entries());
    }

    void asBefore(ExecutionReport report) {
        assertThat(report.state()).isEqualTo(RunState.UNDONE);
        DeploymentPlan target = store.target(first.application()).orElseThrow().plan();
        assertThat(target.instances()).isEqualTo(first.instances());
        settled(target);
    }

    static int tries(ExecutionReport report, String step) {
        return report.steps().stream().filter(record -> record.text().contains(step)).findFirst().orElseThrow().tries();
    }

    static void row(String fault, ExecutionReport report) {
        int tries = report.steps().stream().mapToInt(StepRecord::tries).max().orElse(0);
        FaultTable.put(fault, report.state() + ", at most " + tries + (tries == 1 ? " try" : " tries")
                + report.error().map(error -> ": " + error.lines().findFirst().orElse("")).orElse(""));
    }

    @Override
    public void close() {
        deployment.close();
        store.close();
    }
}
