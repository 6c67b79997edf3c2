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
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Sensors that applications provide: a program in each copy of a component, which prints a number. The value is the mean over the copies
 * that print one. Programs run on threads of their own: an evaluation of rules gets what was printed last, and never waits. Thread-safe.
 */
@Component
class ProvidedSensors {

    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Bytes OUTPUT = new Bytes(256);
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,30}(?:\\.[0-9]{1,30})?(?:[eE][+-]?[0-9]{1,3})?");
    private static final int AT_ONCE = 4;
    private static final int MOST = 10_000;

    private final BiFunction<InstancePlacement, Call, Optional<CopyCommand.Outcome>> exec;
    private final Duration polled;
    private final Executor work;
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

    /** @param value of the newest reading that gave one. @param failure of the newest reading, without a full stop */
    private record Kept(Optional<MetricReading> value, Optional<String> failure, Instant begun, boolean underWay) {}

    /**
     * What is known now.
     *
     * @param values newest values in base units; the rules leave out those that they used before
     * @param failures by id of the metric, without a full stop
     */
    record Known(List<MetricReading> values, Map<String, String> failures) {}

    @Autowired
    ProvidedSensors(Infrastructures infrastructures, Adapters adapters, Settings settings) {
        this((placed, call) -> infrastructures.current().stream().flatMap(all -> all.hosts().stream())
                .filter(host -> host.id().equals(placed.hostId())).findFirst()
                .map(host -> adapters.of(host).exec(host, placed.copy(call.application()), call.command())), settings.polled(),
                Executors.newFixedThreadPool(AT_ONCE, new DaemonThreads("provided-sensors")));
    }

    private ProvidedSensors(BiFunction<InstancePlacement, Call, Optional<CopyCommand.Outcome>> exec, Duration polled,
            ExecutorService own) {
        this.exec = exec;
        this.polled = polled;
        this.work = own;
        this.own = Optional.of(own);
    }

    /** @param exec empty if the host of the copy is not known. @param polled least time between two readings. @param work reads */
    ProvidedSensors(BiFunction<InstancePlacement, Call, Optional<CopyCommand.Outcome>> exec, Duration polled, Executor work) {
        this.exec = exec;
        this.polled = polled;
        this.work = work;
        this.own = Optional.empty();
    }

    static boolean usedBy(ApplicationModel model) {
        return model.supplement().adaptation().metrics().stream().anyMatch(ProvidedSensors::isRead);
    }

    private static boolean isRead(Metric metric) {
        return metric.external() && metric.subject().isPresent() && !Action.Run.words(metric.sensor().orElse("")).isEmpty();
    }

    /** Values so far; begins to read those that are due. The programs are those of an approved model. */
    Known known(ApplicationModel model, DeploymentPlan target, Instant now) {
        List<MetricReading> values = new ArrayList<>();
        Map<String, String> failures = new TreeMap<>();
        for (Metric metric : model.supplement().adaptation().metrics()) {
            if (isRead(metric)) {
                Kept last = newest(new Key(model.name(), metric), target, now);
                last.value().ifPresent(values::add);
                last.failure().ifPresent(why -> failures.put(metric.id(), why));
            }
        }
        return new Known(values, failures);
    }

    private Kept newest(Key key, DeploymentPlan target, Instant now) {
        Duration every = Duration.ofMillis(Math.max(polled.toMillis(),
                key.metric().everySeconds().map(seconds -> Math.round(seconds * 1000)).orElse(0L)));
        boolean begins;
        synchronized (kept) {
            Kept last = kept.getOrDefault(key, new Kept(Optional.empty(), Optional.empty(), Instant.EPOCH, false));
            begins = !last.underWay() && Duration.between(last.begun(), now).abs().compareTo(every) >= 0;
            kept.put(key, begins ? new Kept(last.value(), last.failure(), now, true) : last);
        }
        if (begins) {
            work.execute(() -> read(key, target, now));
        }
        synchronized (kept) {
            return kept.get(key);
        }
    }

    private void read(Key key, DeploymentPlan target, Instant begun) {
        List<Double> numbers = new ArrayList<>();
        Optional<String> failure = Optional.empty();
        CopyCommand command = new CopyCommand(Action.Run.words(key.metric().sensor().orElseThrow()), LIMIT, OUTPUT);
        for (InstancePlacement placed : target.instances()) {
            if (key.metric().subject().filter(placed.instance().componentId()::equals).isPresent()) {
                try {
                    numbers.add(number(exec.apply(placed, new Call(key.application(), command)), key.metric()));
                } catch (AdapterFault | NoSuchElementException | IllegalArgumentException fault) {
                    failure = Optional.of(placed.instance() + " on " + placed.hostId() + ": "
                            + (fault instanceof AdapterFault known ? known.kind() : fault.getMessage()));
                }
            }
        }
        Optional<MetricReading> value = numbers.isEmpty() ? Optional.empty() : Optional.of(new MetricReading(key.metric().id(),
                numbers.stream().mapToDouble(Double::doubleValue).sum() / numbers.size(), begun));
        synchronized (kept) {
            Optional<MetricReading> before = Optional.ofNullable(kept.get(key)).flatMap(Kept::value);
            kept.put(key, new Kept(value.or(() -> before), failure, begun, false));
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
