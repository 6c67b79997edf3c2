package org.caravan.server.decision;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.caravan.server.DaemonThreads;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Records decisions that the server makes automatically. Thread-safe; neither fails nor blocks its caller. */
@Component
public class Decisions {

    private static final Logger LOG = LoggerFactory.getLogger(Decisions.class);
    private static final int WAITING = 1_000;

    private final DecisionStore store;
    private final Events events;
    private final Clock clock;
    private final Map<BuiltInRule, Counter> counters = new EnumMap<>(BuiltInRule.class);
    private final ThreadPoolExecutor writer = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(WAITING),
            new DaemonThreads("decisions"), (work, full) -> LOG.warn("a decision is not kept: {} wait to be written", WAITING));

    Decisions(DecisionStore store, Events events, Clock clock, MeterRegistry registry) {
        this.store = store;
        this.events = events;
        this.clock = clock;
        for (BuiltInRule rule : BuiltInRule.values()) {
            counters.put(rule, Counter.builder("caravan.decisions").tag("rule", rule.word()).description("Decisions of this server")
                    .register(registry));
        }
    }

    public void note(DecisionRecord decided) {
        Instant at = clock.instant();
        counters.get(decided.rule()).increment();
        writer.execute(() -> write(at, decided));
    }

    private void write(Instant at, DecisionRecord decided) {
        try {
            long number = store.add(at, decided);
            events.publish(new Event.DecisionMade(number, decided.rule().word(), decided.application().orElse(null), decided.outcome()));
        } catch (RuntimeException e) {
            LOG.warn("a decision is not kept: {} ({})", decided.outcome(), e.getMessage());
        }
    }

    @PreDestroy
    void close() throws InterruptedException {
        writer.shutdown();
        writer.awaitTermination(2, TimeUnit.SECONDS);
    }
}
