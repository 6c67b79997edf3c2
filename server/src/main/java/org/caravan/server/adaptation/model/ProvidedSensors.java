package org.caravan.server.adaptation.model;

import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.caravan.adaptation.Action;
import org.caravan.adaptation.Metric;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyCommand;
import org.caravan.application.ApplicationModel;
import org.caravan.formula.Units;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.model.MetricReading;
import org.caravan.server.DaemonThreads;
import org.caravan.server.Settings;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.unit.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Sensors that applications provide: a program in each copy of a component, which prints a number. The value is the mean over the copies
 * that print one. Programs run on threads of their own: an evaluation of rules gets what was printed last, and never waits. Applications
 * take turns. A reading that takes longer than its interval ends; the next one begins with the copies that it left out. Thread-safe.
 */
@Component
class ProvidedSensors {

    private static final Logger LOG = LoggerFactory.getLogger(ProvidedSensors.class);
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Bytes OUTPUT = new Bytes(256);
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,30}(?:\\.[0-9]{1,30})?(?:[eE][+-]?[0-9]{1,3})?");
    private static final int AT_ONCE = 4;
    private static final int MOST = 10_000;

    private final BiFunction<InstancePlacement, Call, Optional<CopyCommand.Outcome>> exec;
    private final Duration polled;
    private final ApplicationTurns turns;
    private final LongSupplier nanos;
    private final Optional<ExecutorService> own;
    private final Map<Key, Kept> kept = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Kept> eldest) {
            return size() > MOST;
        }
    };

    /** A command in the copies of an application. */
    record Call(String application, CopyCommand command) {}

    private record Key(String application, Metric metric) {}

    /**
     * @param value of the newest reading that gave one
     * @param failure of the newest reading
     * @param first index of the copy with which the next reading begins
     */
    private record Kept(Optional<MetricReading> value, Optional<Failure> failure, Instant begun, boolean underWay, int first) {}

    /**
     * What is known now.
     *
     * @param values newest values in base units; the rules leave out those that they used before
     * @param failures by id of the metric
     */
    record Known(List<MetricReading> values, Map<String, Failure> failures) {}

    /**
     * A copy whose program gave no number.
     *
     * @param why names the copy; without a full stop
     * @param everywhere whether no other copy gave a number in this reading
     */
    record Failure(String why, boolean everywhere) {}

    @Autowired
    ProvidedSensors(Infrastructures infrastructures, Adapters adapters, Settings settings) {
        this((placed, call) -> infrastructures.current().flatMap(all -> all.findHost(placed.hostId()))
                .map(host -> adapters.of(host).exec(host, placed.copy(call.application()), call.command())), settings.polled(),
                Executors.newFixedThreadPool(AT_ONCE, new DaemonThreads("provided-sensors")));
    }

    private ProvidedSensors(BiFunction<InstancePlacement, Call, Optional<CopyCommand.Outcome>> exec, Duration polled,
            ExecutorService own) {
        this.exec = exec;
        this.polled = polled;
        this.turns = new ApplicationTurns(own);
        this.nanos = System::nanoTime;
        this.own = Optional.of(own);
    }

    /**
     * @param exec empty if the host of the copy is not known
     * @param polled least time between two readings
     * @param work reads
     * @param nanos monotonic clock
     */
    ProvidedSensors(BiFunction<InstancePlacement, Call, Optional<CopyCommand.Outcome>> exec, Duration polled, Executor work,
            LongSupplier nanos) {
        this.exec = exec;
        this.polled = polled;
        this.turns = new ApplicationTurns(work);
        this.nanos = nanos;
        this.own = Optional.empty();
    }

    static boolean usedBy(ApplicationModel model) {
        return model.supplement().adaptation().metrics().stream().anyMatch(ProvidedSensors::isRead);
    }

    private static boolean isRead(Metric metric) {
        return metric.external() && metric.subject().isPresent() && !Action.Run.words(metric.sensor().orElse("")).isEmpty();
    }

    /**
     * Values so far; begins to read those that are due. The programs are those of an approved model.
     *
     * @param deploying whether a run for the target is under way: a copy that does not run is then no failure
     */
    Known known(ApplicationModel model, DeploymentPlan target, boolean deploying, Instant now) {
        List<MetricReading> values = new ArrayList<>();
        Map<String, Failure> failures = new TreeMap<>();
        for (Metric metric : model.supplement().adaptation().metrics()) {
            if (isRead(metric)) {
                Kept last = newest(new Key(model.name(), metric), target, deploying, now);
                last.value().ifPresent(values::add);
                last.failure().ifPresent(why -> failures.put(metric.id(), why));
            }
        }
        return new Known(values, failures);
    }

    private Kept newest(Key key, DeploymentPlan target, boolean deploying, Instant now) {
        Duration every = Duration.ofMillis(Math.max(polled.toMillis(),
                key.metric().everySeconds().map(seconds -> Math.round(seconds * 1000)).orElse(0L)));
        Optional<Reading> begins;
        synchronized (kept) {
            Kept last = kept.getOrDefault(key, new Kept(Optional.empty(), Optional.empty(), Instant.EPOCH, false, 0));
            boolean due = !last.underWay() && Duration.between(last.begun(), now).abs().compareTo(every) >= 0;
            begins = due ? Optional.of(new Reading(key, copies(key.metric(), target), deploying, last.first(), now, every))
                    : Optional.empty();
            kept.put(key, due ? new Kept(last.value(), last.failure(), now, true, last.first()) : last);
        }
        begins.ifPresent(reading -> turns.add(key.application(), reading::next));
        synchronized (kept) {
            return kept.get(key);
        }
    }

    private static List<InstancePlacement> copies(Metric metric, DeploymentPlan target) {
        return target.instances().stream().filter(placed -> metric.subject().filter(placed.instance().componentId()::equals).isPresent())
                .toList();
    }

    /** One reading of a metric, one copy per turn. Turns of a reading follow each other, on any thread. */
    private final class Reading {

        private final Key key;
        private final List<InstancePlacement> copies;
        private final boolean deploying;
        private final int first;
        private final Instant begun;
        private final Duration limit;
        private final long begunNanos = nanos.getAsLong();
        private final List<Double> numbers = new ArrayList<>();
        private Optional<String> failure = Optional.empty();
        private Instant newest;
        private int done;

        /** @param first index of the copy to begin with, modulo their number. @param limit after which no further copy is read */
        Reading(Key key, List<InstancePlacement> copies, boolean deploying, int first, Instant begun, Duration limit) {
            this.key = key;
            this.copies = copies;
            this.deploying = deploying;
            this.first = first;
            this.begun = begun;
            this.limit = limit;
        }

        private Duration passed() {
            return Duration.ofNanos(nanos.getAsLong() - begunNanos);
        }

        /** Reads the next copy, at least one per reading; returns whether another one follows. */
        boolean next() {
            boolean more = false;
            try {
                if (!copies.isEmpty()) {
                    read(copies.get(Math.floorMod(first + done, copies.size())));
                    done++;
                    more = done < copies.size() && passed().compareTo(limit) < 0;
                }
            } finally {
                // Also after a fault that nothing expects: otherwise, the metric would never be read again.
                if (!more) {
                    keep();
                }
            }
            return more;
        }

        private void read(InstancePlacement placed) {
            String where = placed.instance() + " on " + placed.hostId() + ": ";
            Instant ran = begun.plus(passed());
            try {
                CopyCommand command = new CopyCommand(Action.Run.words(key.metric().sensor().orElseThrow()), LIMIT, OUTPUT);
                numbers.add(number(exec.apply(placed, new Call(key.application(), command)), key.metric()));
                newest = ran;
            } catch (AdapterFault fault) {
                if (!deploying || fault.kind() != AdapterFault.Kind.FAILED) {
                    failure = Optional.of(where + fault.kind());
                }
            } catch (NoSuchElementException | IllegalArgumentException fault) {
                failure = Optional.of(where + fault.getMessage());
            } catch (RuntimeException fault) {
                LOG.warn("the sensor of metric {} of {} cannot be read in {}", key.metric().id(), key.application(),
                        placed.instance(), fault);
                failure = Optional.of(where + "the program could not be run");
            }
        }

        private void keep() {
            Optional<MetricReading> value = numbers.isEmpty() ? Optional.empty() : Optional.of(new MetricReading(key.metric().id(),
                    numbers.stream().mapToDouble(Double::doubleValue).sum() / numbers.size(), newest));
            synchronized (kept) {
                Optional<MetricReading> before = Optional.ofNullable(kept.get(key)).flatMap(Kept::value);
                kept.put(key, new Kept(value.or(() -> before), failure.map(why -> new Failure(why, numbers.isEmpty())), begun, false,
                        copies.isEmpty() ? 0 : Math.floorMod(first + done, copies.size())));
            }
        }
    }

    /** @throws IllegalArgumentException if the program gave no number */
    private static double number(Optional<CopyCommand.Outcome> ended, Metric metric) {
        CopyCommand.Outcome outcome = ended.orElseThrow(() -> new IllegalArgumentException("the infrastructure does not have the host"));
        if (outcome.timedOut() || outcome.exitCode() != 0) {
            throw new IllegalArgumentException(outcome.timedOut() ? "the program did not end within " + LIMIT.toSeconds() + " s"
                    : "the program ended with exit code " + outcome.exitCode());
        }
        String printed = outcome.output().strip();
        if (!NUMBER.matcher(printed).matches()) {
            // What was printed is not repeated: it may contain secrets.
            throw new IllegalArgumentException("the program did not print one number");
        }
        return Units.inBaseUnits(printed, metric.unit().orElse(null));
    }

    @PreDestroy
    void end() {
        own.ifPresent(ExecutorService::shutdownNow);
    }
}
