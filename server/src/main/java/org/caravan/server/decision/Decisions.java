package org.caravan.server.decision;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.caravan.server.DaemonThreads;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Records decisions that the server makes automatically. Thread-safe. */
@Component
public class Decisions {

    private static final Logger LOG = LoggerFactory.getLogger(Decisions.class);
    private static final int WAITING = 1_000;

    private final DecisionStore store;
    private final Consumer<Event> events;
    private final Clock clock;
    private final TransactionTemplate together;
    private final Map<BuiltInRule, Counter> counters = new EnumMap<>(BuiltInRule.class);
    private final ThreadPoolExecutor writer = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(WAITING),
            new DaemonThreads("decisions"), (work, full) -> LOG.warn("a decision is not kept: {} wait to be written", WAITING));

    @Autowired
    Decisions(DecisionStore store, Events events, Clock clock, MeterRegistry registry, DataSource tables) {
        this(store, events::publish, clock, registry, tables);
    }

    Decisions(DecisionStore store, Consumer<Event> events, Clock clock, MeterRegistry registry, DataSource tables) {
        this.store = store;
        this.events = events;
        this.clock = clock;
        this.together = new TransactionTemplate(new JdbcTransactionManager(tables));
        for (BuiltInRule rule : BuiltInRule.values()) {
            counters.put(rule, Counter.builder("caravan.decisions").tag("rule", rule.word()).description("Decisions of this server")
                    .register(registry));
        }
    }

    /** Neither fails nor blocks its caller. */
    public void note(DecisionRecord decided) {
        Instant at = clock.instant();
        counters.get(decided.rule()).increment();
        writer.execute(() -> write(at, decided));
    }

    /**
     * Records decisions and what the server keeps about them, all or nothing, even if the server ends meanwhile. Waits for the database.
     *
     * @param kept writes to the server's tables in the thread of the caller
     * @throws org.springframework.dao.DataAccessException if the database cannot be used; nothing is recorded then
     */
    public void record(List<DecisionRecord> decided, Runnable kept) {
        Instant at = clock.instant();
        List<Long> numbers = together.execute(transaction -> {
            kept.run();
            return decided.stream().map(one -> store.add(at, one)).toList();
        });
        for (int index = 0; index < decided.size(); index++) {
            counters.get(decided.get(index).rule()).increment();
            publish(numbers.get(index), decided.get(index));
        }
    }

    /** Whether a rule decided about an application at or after a time. Decisions that the store removed do not count. */
    public boolean any(String application, BuiltInRule rule, Instant from) {
        return store.any(application, rule, from);
    }

    private void publish(long number, DecisionRecord decided) {
        events.accept(new Event.DecisionMade(number, decided.rule().word(), decided.application().orElse(null), decided.outcome()));
    }

    private void write(Instant at, DecisionRecord decided) {
        try {
            publish(store.add(at, decided), decided);
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
