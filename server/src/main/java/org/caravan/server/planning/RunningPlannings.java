package org.caravan.server.planning;

import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.planner.OngoingPlanning;
import org.caravan.plan.planner.Planner;
import org.caravan.plan.planner.PlanningCancelled;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.server.DaemonThreads;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.caravan.server.trace.Traced;
import org.caravan.server.trace.Traces;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Runs plannings and notifies them when the network or the infrastructure changes, so that no plan rests on outdated data. */
@Component("runningPlannings")
public class RunningPlannings implements TrialPlannings {

    /**
     * Maximum number of changes applied to one planning; later ones affect only the next planning. Otherwise a planning might never end.
     */
    private static final int MOST_CHANGES = 8;
    private static final Set<String> CHANGES = Set.of("network", "infrastructure");
    private static final Logger LOG = LoggerFactory.getLogger(RunningPlannings.class);

    private final ProblemSource problems;
    private final Planner planner;
    private final JsonMapper json;
    private final Decisions decisions;
    private final PlanningRegistry plannings;
    private final PlanningCancellations cancellations;
    private final Traces traces;
    private final Set<UnderWay> underWay = ConcurrentHashMap.newKeySet();
    private final Map<String, Trial> trials = new ConcurrentHashMap<>();
    private final ScheduledExecutorService limits = Executors.newSingleThreadScheduledExecutor(new DaemonThreads("trial-limits"));
    /** Counts changes, so that no change is missed between building the problem and registering the planning. */
    private final AtomicLong happened = new AtomicLong();

    /** Compared by identity. */
    private static final class UnderWay {

        private final String application;
        private final PlanOrder order;
        private final OngoingPlanning planning;
        private final AtomicInteger told = new AtomicInteger();

        UnderWay(String application, PlanOrder order, OngoingPlanning planning) {
            this.application = application;
            this.order = order;
            this.planning = planning;
        }
    }

    /** A planning that none has asked for yet. The planning of the same problem takes it over, whether it runs or has ended. */
    private static final class Trial {

        private final PlanOrder order;
        private final PlacementProblem problem;
        private final OngoingPlanning planning;
        private final FutureTask<PlanningOutcome> search;
        private boolean over;
        private boolean taken;

        Trial(PlanOrder order, PlacementProblem problem, OngoingPlanning planning) {
            this.order = order;
            this.problem = problem;
            this.planning = planning;
            this.search = new FutureTask<>(planning::outcome);
        }

        /** @return false if it ended without an outcome */
        synchronized boolean take() {
            taken = !over && !(search.isDone() && failed());
            return taken;
        }

        private boolean failed() {
            try {
                search.get();
                return false;
            } catch (ExecutionException | InterruptedException | CancellationException none) {
                return true;
            }
        }

        /** Has no effect once a planning has taken it over. */
        synchronized void end() {
            over = !taken;
            if (over) {
                planning.cancel();
            }
        }

        /** Waits for the outcome. */
        PlanningOutcome outcome() {
            try {
                return search.get();
            } catch (ExecutionException failed) {
                throw failed.getCause() instanceof RuntimeException fault ? fault : new IllegalStateException(failed.getCause());
            } catch (InterruptedException ends) {
                Thread.currentThread().interrupt();
                throw new PlanningCancelled();
            }
        }
    }

    /** @param problem the problem of the outcome, which can be newer than the one at the start of the planning */
    record Ended(PlacementProblem problem, PlanningOutcome outcome) {}

    RunningPlannings(ProblemSource problems, @Lazy Planner planner, JsonMapper json, Decisions decisions, PlanningRegistry plannings,
            PlanningCancellations cancellations,
            Traces traces) {
        this.problems = problems;
        this.planner = planner;
        this.json = json;
        this.decisions = decisions;
        this.plannings = plannings;
        this.cancellations = cancellations;
        this.traces = traces;
    }

    /** @param number id of the planning */
    Ended plan(long number, String application, PlanOrder order) {
        long before = happened.get();
        PlacementProblem problem = problems.problem(application, order);
        Optional<Trial> trial = taken(application, order, problem);
        OngoingPlanning planning = trial.map(known -> known.planning).orElseGet(() -> planner.begin(problem));
        UnderWay one = new UnderWay(application, order, planning);
        underWay.add(one);
        plannings.runs(number, planning);
        cancellations.begins(number, planning);
        try {
            if (happened.get() != before) {
                tell(one);
            }
            PlanningOutcome outcome = searched(trial.<Supplier<PlanningOutcome>>map(known -> known::outcome).orElse(planning::outcome));
            return new Ended(planning.problem(), outcome);
        } finally {
            underWay.remove(one);
            cancellations.ended(number);
        }
    }

    private PlanningOutcome searched(Supplier<PlanningOutcome> search) {
        try (Traced traced = traces.begin(Traces.Side.WORKS, "search")) {
            return search.get();
        }
    }

    @Override
    public Optional<DeploymentPlan> tryOut(String application, PlanOrder order, Map<String, String> silent, Duration most) {
        PlacementProblem problem = problems.problem(application, order, silent);
        Trial trial = new Trial(order, problem, planner.begin(problem));
        Optional.ofNullable(trials.put(application, trial)).ifPresent(Trial::end);
        Future<?> end = limits.schedule(trial::end, most.toMillis(), TimeUnit.MILLISECONDS);
        try {
            trial.search.run();
            return trial.outcome() instanceof Planned planned ? Optional.of(planned.plan()) : Optional.empty();
        } catch (PlanningCancelled late) {
            return Optional.empty();
        } finally {
            end.cancel(false);
        }
    }

    @Override
    public void endTrials() {
        trials.values().forEach(Trial::end);
        trials.clear();
    }

    private Optional<Trial> taken(String application, PlanOrder order, PlacementProblem problem) {
        Trial trial = trials.get(application);
        if (trial == null || !trial.order.equals(order) || !trials.remove(application, trial)) {
            return Optional.empty();
        }
        boolean same = trial.problem.equals(problem) && trial.take();
        LOG.info("the planning of {} {} its trial", application, same ? "takes over" : "begins without");
        trial.end();
        return same ? Optional.of(trial) : Optional.empty();
    }

    @PreDestroy
    void end() {
        endTrials();
        limits.shutdownNow();
    }

    /** Called by the route that reads the event topic. */
    public void happened(String event) {
        if (CHANGES.contains(json.readTree(event).path("type").asString(""))) {
            happened.incrementAndGet();
            underWay.forEach(this::tell);
        }
    }

    private void tell(UnderWay one) {
        if (one.told.incrementAndGet() > MOST_CHANGES) {
            return;
        }
        try {
            one.planning.changed(problems.problem(one.application, one.order));
            decisions.note(DecisionRecord.of(BuiltInRule.PLANNING_TOLD, "The network or the infrastructure changed during the planning.",
                    "The planning continues with the current state.").by(one.application).with("changes noticed", one.told.get())
                            .with("changes noticed at most", MOST_CHANGES));
            LOG.info("the running planning of {} noticed a change", one.application);
        } catch (RuntimeException e) {
            // The planning ends with the data it has. If that is outdated, the adapters report it when the plan is approved.
            LOG.warn("the running planning of {} did not notice a change: {}", one.application, e.getMessage());
        }
    }
}
