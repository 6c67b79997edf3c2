package org.caravan.server.adaptation.model;

import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.StoreFault;
import org.caravan.execution.journal.Target;
import org.caravan.measure.metric.Reading;
import org.caravan.measure.metric.ReadingStore;
import org.caravan.measure.metric.RequestStore;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.model.ModelFinding;
import org.caravan.server.DaemonThreads;
import org.caravan.server.Settings;
import org.caravan.server.adaptation.LeaderTasks;
import org.caravan.server.adaptation.Outcomes;
import org.caravan.server.forecast.RateForecast;
import org.caravan.server.forecast.RateForecasts;
import org.caravan.server.leading.LeaderStatus;
import org.caravan.server.metrics.ReadingConsumer;
import org.caravan.server.metrics.ReadingNeeds;
import org.caravan.server.model.Models;
import org.caravan.server.planning.PlanCost;
import org.caravan.server.planning.Plans;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Evaluates rules and constraints of the models of deployed applications: when readings of their copies arrive, at the time at which a
 * window, a span, a pause or a period ends, and at a fixed interval, which also finds new targets, models and leaders. Actions run on
 * another thread, so that a planning delays no evaluation. Nothing is compiled and no reading is queried unless a deployed model has rules
 * or constraints.
 */
@Component
class ModelRulesLoop implements ReadingNeeds {

    private static final Logger LOG = LoggerFactory.getLogger(ModelRulesLoop.class);
    /** Difference between the time of day and the monotonic clock that is a changed clock. */
    private static final Duration CLOCK_CHANGE = Duration.ofSeconds(5);
    /** Time after a reading in which others of the same poll arrive: copies on several hosts give one value. */
    private static final Duration ARRIVING = Duration.ofMillis(300);
    /** Time until another attempt if earlier work of the application delays its actions. */
    private static final Duration AGAIN = Duration.ofSeconds(1);
    /** Least time between two evaluations: samples of many series leave a window at times that differ little. */
    private static final Duration BETWEEN = Duration.ofMillis(50);

    private final Settings settings;
    private final RunStore targets;
    private final Models models;
    private final RunningModels approved;
    private final Plans plans;
    private final ReadingStore readings;
    private final RequestStore requests;
    private final RateForecasts forecasts;
    private final ProvidedSensors sensors;
    private final RuleActions actions;
    private final FindingNotes notes;
    private final Outcomes outcomes;
    private final LeaderStatus leads;
    private final Clock clock;
    private final ScheduledThreadPoolExecutor rounds = new ScheduledThreadPoolExecutor(1, new DaemonThreads("model-rules"));
    private final LeaderTasks work;
    private final Map<String, RunningRules> running = new HashMap<>();
    /** By application: the evaluation at the next time at which its rules can find something else. */
    private final Map<String, Future<?>> timed = new HashMap<>();
    private final NewestReadings newest = new NewestReadings();
    private final Queue<Reading> arrived = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean arriving = new AtomicBoolean();
    private Map<String, Target> deployed = Map.of();
    private volatile Set<String> hosts = Set.of();
    /** Applications for which open actions of all others were ended; null before the first round of this leadership. */
    private Set<String> swept;
    private Instant begun;
    private long begunNanos;

    ModelRulesLoop(Settings settings, RunStore targets, Models models, RunningModels approved, Plans plans, ReadingStore readings,
            RequestStore requests, RateForecasts forecasts, ProvidedSensors sensors, RuleActions actions, FindingNotes notes,
            Outcomes outcomes, LeaderStatus leads, Clock clock) {
        this.settings = settings;
        this.targets = targets;
        this.models = models;
        this.approved = approved;
        this.plans = plans;
        this.readings = readings;
        this.requests = requests;
        this.forecasts = forecasts;
        this.sensors = sensors;
        this.actions = actions;
        this.notes = notes;
        this.outcomes = outcomes;
        this.leads = leads;
        this.work = new LeaderTasks("rules of models", leads);
        this.clock = clock;
        rounds.setRemoveOnCancelPolicy(true);
    }

    @EventListener(ApplicationReadyEvent.class)
    void begin() {
        if (settings.modelRulesUsed()) {
            long every = settings.rules().every().toMillis();
            rounds.scheduleWithFixedDelay(() -> round(this::evaluate), every, every, TimeUnit.MILLISECONDS);
        }
    }

    @EventListener
    void stored(ReadingConsumer.Stored event) {
        if (hosts.isEmpty() || !arrived.addAll(event.readings()) || !arriving.compareAndSet(false, true)) {
            return;
        }
        rounds.schedule(() -> {
            arriving.set(false); // also if another server leads meanwhile
            round(this::evaluateArrived);
        }, ARRIVING.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Hosts of applications whose rules or constraints are evaluated. */
    @Override
    public Set<String> hosts() {
        return hosts;
    }

    private void round(Runnable part) {
        try {
            if (leads.now()) {
                part.run();
            } else {
                forget();
            }
        } catch (StoreFault | DataAccessException away) {
            LOG.warn("rules of models are not evaluated now: {}", away.getMessage());
        } catch (RuntimeException | LinkageError e) {
            LOG.error("rules of models could not be evaluated", e);
        }
    }

    private void evaluate() {
        Instant at = roundTime();
        deployed = targets.targets().stream().filter(target -> !target.plan().instances().isEmpty())
                .collect(Collectors.toMap(target -> target.plan().application(), target -> target, (one, other) -> one));
        Set<String> gone = new HashSet<>(running.keySet());
        gone.removeAll(deployed.keySet());
        gone.forEach(this::forget);
        deployed.keySet().forEach(application -> alone(application, () -> approved.of(application).ifPresent(this::keep)));
        Set<String> now = Set.copyOf(running.keySet());
        if (!now.equals(swept)) {
            work.submit("rules that ended", () -> actions.lapseOthers(now));
            swept = now;
        }
        hosts = running.keySet().stream().flatMap(application -> deployed.get(application).plan().instances().stream())
                .map(InstancePlacement::hostId).collect(Collectors.toUnmodifiableSet());
        if (running.isEmpty()) {
            return;
        }
        newest.begin(readings.newest(at.minus(settings.polled().multipliedBy(3))));
        // First: an approved proposal is known before it would lapse with its condition.
        work.submit("outcomes", outcomes::look);
        running.forEach((application, rules) -> alone(application, () -> evaluate(rules, deployed.get(application), at, Cause.INTERVAL)));
    }

    private void evaluateArrived() {
        Set<String> copies = new HashSet<>();
        for (Reading reading = arrived.poll(); reading != null; reading = arrived.poll()) {
            newest.add(reading);
            copies.add(reading.copy());
        }
        Instant at = roundTime();
        running.forEach((application, rules) -> alone(application, () -> {
            Target target = deployed.get(application);
            if (target.plan().instances().stream().anyMatch(placed -> copies.contains(placed.copy(application).label()))) {
                evaluate(rules, target, at, Cause.READINGS);
            }
        }));
    }

    private void evaluateTimed(String application) {
        Instant at = roundTime();
        RunningRules rules = running.get(application);
        if (rules != null) {
            alone(application, () -> evaluate(rules, deployed.get(application), at, Cause.TIME));
        }
    }

    /** An earlier change than the next interval is evaluated at its time. */
    private void awaitNext(String application, RunningRules rules) {
        Instant now = continued();
        cancel(application);
        rules.next().filter(next -> next.isBefore(now.plus(settings.rules().every())))
                .ifPresent(next -> await(application, next.isBefore(now.plus(BETWEEN)) ? BETWEEN : Duration.between(now, next)));
    }

    private void await(String application, Duration delay) {
        cancel(application);
        timed.put(application, rounds.schedule(() -> round(() -> evaluateTimed(application)), delay.toNanos(), TimeUnit.NANOSECONDS));
    }

    private void cancel(String application) {
        Future<?> next = timed.remove(application);
        if (next != null) {
            next.cancel(false);
        }
    }

    private enum Cause { INTERVAL, READINGS, TIME }

    /** A fault of one application, for example a model that cannot be read, affects no other. */
    private static void alone(String application, Runnable part) {
        try {
            part.run();
        } catch (StoreFault | DataAccessException away) {
            throw away;
        } catch (RuntimeException fault) {
            LOG.warn("rules of {} are not evaluated now: {}", application, fault.getMessage());
        }
    }

    private void evaluate(RunningRules rules, Target target, Instant at, Cause cause) {
        ApplicationModel model = rules.model();
        Map<String, RateForecast> forecast = forecasts.of(model, at);
        // Programs of a model that no person approved do not run.
        ProvidedSensors.Known provided = ProvidedSensors.usedBy(model) && approved.limit(model, target.plan()).isEmpty()
                ? sensors.known(model, target.plan(), deploying(model.name()), at)
                : new ProvidedSensors.Known(List.of(), Map.of());
        List<ModelFinding> findings = rules.evaluate(at, target.plan(),
                () -> plans.cost(target.plan().application(), target.plan().digest()).map(PlanCost::cents),
                newest.of(target.plan()), forecast, provided.values(), cause == Cause.TIME);
        awaitNext(model.name(), rules);
        notes.note(model, findings);
        notes.unread(model, provided.failures());
        List<DueRule> due = findings.stream().filter(ModelFinding.RuleDue.class::isInstance).map(ModelFinding.RuleDue.class::cast)
                .map(found -> rules.due(found, at, forecast)).toList();
        // Between intervals, only what is due: actions whose condition ended lapse at the next interval.
        if (cause != Cause.INTERVAL) {
            if (!due.isEmpty() && !work.submitUrgent(model.name(), () -> actions.handle(rules, due, this::continued))) {
                await(model.name(), AGAIN);
            }
            return;
        }
        Set<String> ready = rules.ready();
        Instant ended = clock.instant();
        work.submit(model.name(), () -> {
            actions.ended(rules, ready, ended);
            actions.resume(model);
            actions.lapse(model, due.stream().map(one -> one.rule().id()).collect(Collectors.toSet()));
            actions.handle(rules, due, this::continued);
        });
    }

    private boolean deploying(String application) {
        return targets.latestRun(application).filter(run -> run.state().underWay()).isPresent();
    }

    /** Rules of a new model replace those of the former one only after they are prepared. */
    private void keep(ApplicationModel model) {
        RunningRules before = running.get(model.name());
        if (before != null && before.model() == model) {
            return;
        }
        try {
            Set<String> changed = before == null ? Set.of() : RuleActions.changed(before.model(), model);
            Optional<RunningRules> prepared = RunningRules.of(model, requests, settings.polled(),
                    models.find(model.name()).map(stored -> stored.acceptedAt()).orElse(begun), () -> actions.ran(model, changed));
            try {
                actions.beginAgain(model.name(), changed);
            } catch (RuntimeException fault) {
                prepared.ifPresent(RunningRules::close);
                throw fault;
            }
            forget(model.name());
            prepared.ifPresent(rules -> running.put(model.name(), rules));
        } catch (RuntimeException e) {
            LOG.error("rules of the new model of {} cannot be evaluated; {}", model.name(),
                    before == null ? "none is" : "those of the former model are", e);
        }
    }

    /** Time of a round. If the time of day changes, all rules begin again. */
    private synchronized Instant roundTime() {
        Instant day = clock.instant();
        if (begun != null) {
            Duration change = Duration.between(continued(), day);
            if (change.abs().compareTo(CLOCK_CHANGE) <= 0) {
                return continued();
            }
            LOG.warn("the clock of the server changed by {} s: rules of models begin again", change.toSeconds());
            notes.clockChanged(running.keySet(), change);
            forget();
        }
        begun = day;
        begunNanos = System.nanoTime();
        return day;
    }

    /** Time of day of the first round, continued by the monotonic clock. */
    private synchronized Instant continued() {
        return begun.plusNanos(System.nanoTime() - begunNanos);
    }

    private void forget(String application) {
        RunningRules rules = running.remove(application);
        if (rules != null) {
            rules.close();
            actions.forget(application);
        }
        cancel(application);
    }

    private void forget() {
        hosts = Set.of();
        arrived.clear();
        newest.begin(List.of());
        swept = null;
        Set.copyOf(running.keySet()).forEach(this::forget);
    }

    @PreDestroy
    void end() throws InterruptedException {
        rounds.shutdownNow();
        work.end();
        rounds.awaitTermination(1, TimeUnit.SECONDS);
    }
}
