package org.caravan.execution.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import org.caravan.change.Step;
import org.caravan.execution.Bench;
import org.caravan.execution.DeploymentService;
import org.caravan.execution.FastClock;
import org.caravan.execution.Plans;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.fleet.SecretSource;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.ProgressListener;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.StepRecord;
import org.caravan.plan.DeploymentPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever accompanies work is there from its beginning to its end, on the threads that do it. */
class WorkObserverTest {

    /** Each is begun and ended by one thread; what it is of is written down in order. */
    private static final class Noting implements WorkObserver {

        final List<String> notes = new CopyOnWriteArrayList<>();
        final List<ExecutorService> followed = new CopyOnWriteArrayList<>();

        @Override
        public ExecutorService following(ExecutorService threads) {
            followed.add(threads);
            return threads;
        }

        @Override
        public Work run(long runId, DeploymentPlan plan) {
            return noted("run of " + plan.application());
        }

        @Override
        public Work step(long runId, String application, int attempt, Step step) {
            return noted(step.kind() + " of " + application + ", attempt " + attempt);
        }

        private Work noted(String what) {
            Thread by = Thread.currentThread();
            notes.add(what + " begins");
            return new Work() {
                @Override
                public void ended(String outcome) {
                    notes.add(what + ": " + outcome);
                }

                @Override
                public void close() {
                    notes.add(what + (Thread.currentThread() == by ? " ends" : " ends elsewhere"));
                }
            };
        }
    }

    @Test
    void runsAndStepsAreAccompanied(@TempDir Path folder) throws Exception {
        Noting noting = new Noting();
        try (Bench bench = new Bench(folder.resolve("runs.db"))) {
            bench.deployment.close();
            bench.deployment = new DeploymentService(new HostRegistry(() -> Plans.INFRASTRUCTURE, host -> bench.world, noting), bench.store,
                    bench.world, SecretSource.NONE, Bench.POLICY,
                    new FastClock(), ProgressListener.NONE, noting);
            DeploymentPlan plan = Plans.frontAndDb("host-11", "host-21", Optional.empty());
            ExecutionReport report = bench.await(bench.deployment.start(plan, Optional.empty()));
            assertThat(report.state()).isEqualTo(RunState.DONE);
            String run = "run of " + plan.application();
            assertThat(noting.notes).startsWith(run + " begins").endsWith(run + ": DONE", run + " ends")
                    .noneMatch(note -> note.endsWith("elsewhere"));
            for (StepRecord step : report.steps()) {
                String what = step.kind() + " of " + plan.application() + ", attempt " + step.attempt();
                assertThat(noting.notes).contains(what + " begins", what + ": DONE", what + " ends");
            }
            assertThat(noting.notes).filteredOn(note -> note.endsWith("begins")).hasSize(1 + report.steps().size());
            assertThat(noting.followed).as("threads of runs, of steps and of looks").hasSize(3);
        }
    }
}
