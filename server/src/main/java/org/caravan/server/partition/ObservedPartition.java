package org.caravan.server.partition;

import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;
import org.caravan.plan.planner.PartitionAnswer;
import org.caravan.plan.planner.PlanningCancelled;
import org.caravan.server.trace.Traced;
import org.caravan.server.trace.Traces;
import org.springframework.stereotype.Component;

/** Records metrics and trace spans of partitions. */
@Component
class ObservedPartition {

    private final MeterProvider<Timer> timers;
    private final Traces traces;

    ObservedPartition(MeterRegistry registry, Traces traces) {
        this.timers = Timer.builder("caravan.partition")
                .description("Partitions of very large problems that this server planned, by result")
                .serviceLevelObjectives(Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMinutes(10))
                .withRegistry(registry);
        this.traces = traces;
    }

    PartitionAnswer of(int number, Supplier<PartitionAnswer> partition) {
        long begun = System.nanoTime();
        String outcome = "failed";
        try (Traced traced = traces.begin(Traces.Side.WORKS, "partition").with("partition", number)) {
            try {
                PartitionAnswer answer = partition.get();
                outcome = "done";
                return answer;
            } catch (RuntimeException | OutOfMemoryError fault) {
                outcome = fault instanceof PlanningCancelled ? "cancelled" : "failed";
                traced.failed(fault.getClass().getSimpleName());
                throw fault;
            } finally {
                traced.with("outcome", outcome.toUpperCase(Locale.ROOT));
            }
        } finally {
            timers.withTag("outcome", outcome).record(Duration.ofNanos(System.nanoTime() - begun));
        }
    }
}
