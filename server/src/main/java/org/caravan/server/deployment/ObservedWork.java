package org.caravan.server.deployment;

import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.caravan.change.Step;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.StepState;
import org.caravan.execution.time.WorkObserver;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.node.LastSeen;
import org.caravan.server.planning.PlanOrigins;
import org.caravan.server.start.StartRecorder;
import org.caravan.server.trace.Traced;
import org.caravan.server.trace.Traces;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Metrics, trace spans and start times of runs and steps. A run that resumes after a restart of the server has its own trace,
 * linked to the trace of its plan.
 */
@Component
class ObservedWork implements WorkObserver {

    private final MeterProvider<Timer> timers;
    private final Traces traces;
    private final PlanOrigins origins;
    private final LastSeen seen;
    private final StartRecorder starts;

    ObservedWork(MeterRegistry registry, Traces traces, PlanOrigins origins, LastSeen seen, StartRecorder starts) {
        this.seen = seen;
        this.starts = starts;
        this.timers = Timer.builder("caravan.step").description("Steps of deployments, including all tries")
                .serviceLevelObjectives(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofMinutes(1),
                        Duration.ofMinutes(10)).withRegistry(registry);
        this.traces = traces;
        this.origins = origins;
    }

    @Override
    public ExecutorService following(ExecutorService threads) {
        return traces.following(threads);
    }

    @Override
    public Work run(long runId, DeploymentPlan plan) {
        if (!traces.on()) {
            return Work.NONE;
        }
        Traced traced = traces.begin(Traces.Side.WORKS, "deployment").linked(origin(plan)).with("plan", plan.digest());
        return new TracedWork(traced, RunState.FAILED.name(), outcome -> {});
    }

    /** An unavailable database must not end the run. */
    private Optional<String> origin(DeploymentPlan plan) {
        try {
            return origins.of(plan.application(), plan.digest());
        } catch (DataAccessException away) {
            return Optional.empty();
        }
    }

    @Override
    public Work step(long runId, String application, int attempt, Step step) {
        Traced traced = traces.begin(Traces.Side.WORKS, "step " + step.kind());
        step.hostId().ifPresent(host -> traced.with("host", host));
        step.copy().ifPresent(copy -> traced.with("copy", copy.label()));
        long begun = System.nanoTime();
        starts.begins(runId, step);
        return new TracedWork(traced, StepState.FAILED.name(), outcome -> {
            count(step, outcome, System.nanoTime() - begun);
            starts.ended(runId, step, outcome);
        });
    }

    private void count(Step step, String outcome, long nanos) {
        timers.withTags("kind", step.kind().name().toLowerCase(Locale.ROOT), "outcome", outcome.toLowerCase(Locale.ROOT))
                .record(Duration.ofNanos(nanos));
    }

    @Override
    public Optional<String> whyNotAsked(String hostId) {
        return seen.whyLost(hostId);
    }

    @Override
    public void answered(String hostId) {
        seen.answered(hostId);
    }

    private interface Figures {
        void ended(String outcome);
    }

    /** @param bad the outcome that counts as a failure */
    private record TracedWork(Traced traced, String bad, Figures figures) implements Work {

        @Override
        public void ended(String outcome) {
            figures.ended(outcome);
            traced.with("outcome", outcome);
            if (outcome.equals(bad)) {
                traced.failed(outcome);
            }
        }

        @Override
        public void close() {
            traced.close();
        }
    }
}
