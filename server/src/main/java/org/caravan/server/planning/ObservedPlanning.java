package org.caravan.server.planning;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;
import org.caravan.api.plan.PlanView;
import org.caravan.api.plan.PlanningView.State;
import org.caravan.plan.planner.PlanningCancelled;
import org.caravan.server.trace.Traced;
import org.caravan.server.trace.Traces;
import org.springframework.stereotype.Component;

/** Records metrics and trace spans of plannings. */
@Component
class ObservedPlanning {

    private final MeterProvider<Timer> timers;
    private final Traces traces;

    ObservedPlanning(MeterRegistry registry, Traces traces, PlanningRegistry plannings) {
        this.timers = Timer.builder("caravan.planning").description("Plannings of this server, by result")
                .serviceLevelObjectives(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofMinutes(1))
                .withRegistry(registry);
        this.traces = traces;
        for (State state : new State[] {State.WAITING, State.RUNNING}) {
            Gauge.builder("caravan.plannings", plannings, all -> all.count(state)).tag("state", state.name().toLowerCase(Locale.ROOT))
                    .description("Requested plannings of this server that have not ended").register(registry);
        }
    }

    /** @param planning started by the calling thread, whose log context (MDC) identifies it */
    PlanView of(Supplier<PlanView> planning) {
        long begun = System.nanoTime();
        String outcome = "failed";
        try (Traced traced = traces.begin(Traces.Side.WORKS, "planning")) {
            try {
                PlanView plan = planning.get();
                outcome = plan.outcome().name().toLowerCase(Locale.ROOT);
                traced.with("plan", plan.id()).with("outcome", plan.outcome().name());
                return plan;
            } catch (RuntimeException fault) {
                outcome = fault instanceof PlanningCancelled ? "cancelled" : "failed";
                traced.with("outcome", outcome.toUpperCase(Locale.ROOT)).failed(fault.getClass().getSimpleName());
                throw fault;
            }
        } finally {
            timers.withTag("outcome", outcome).record(Duration.ofNanos(System.nanoTime() - begun));
        }
    }
}
