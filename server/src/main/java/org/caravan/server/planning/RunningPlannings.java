package org.caravan.server.planning;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.caravan.plan.planner.OngoingPlanning;
import org.caravan.plan.planner.Planner;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.problem.PlacementProblem;
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
public class RunningPlannings {

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
        OngoingPlanning planning = planner.begin(problems.problem(application, order));
        UnderWay one = new UnderWay(application, order, planning);
        underWay.add(one);
        plannings.runs(number, planning);
        cancellations.begins(number, planning);
        try {
            if (happened.get() != before) {
                tell(one);
            }
            PlanningOutcome outcome = searched(planning);
            return new Ended(planning.problem(), outcome);
        } finally {
            underWay.remove(one);
            cancellations.ended(number);
        }
    }

    private PlanningOutcome searched(OngoingPlanning planning) {
        try (Traced traced = traces.begin(Traces.Side.WORKS, "search")) {
            return planning.outcome();
        }
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
