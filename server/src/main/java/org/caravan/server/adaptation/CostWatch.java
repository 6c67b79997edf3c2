package org.caravan.server.adaptation;

import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.caravan.adapter.Inventory;
import org.caravan.application.ApplicationModel;
import org.caravan.execution.journal.StoreFault;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.rules.CostFinding;
import org.caravan.rules.CostFinding.BudgetNearlySpent;
import org.caravan.rules.CostFinding.PriceChanged;
import org.caravan.rules.CostLook;
import org.caravan.rules.CostRules;
import org.caravan.rules.Limit;
import org.caravan.server.CostSettings;
import org.caravan.server.DaemonThreads;
import org.caravan.server.Settings;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.leading.LeaderStatus;
import org.caravan.server.model.Models;
import org.caravan.server.network.Network;
import org.caravan.server.planning.ApprovedModels;
import org.caravan.server.planning.PlanCost;
import org.caravan.server.planning.PlanMaker;
import org.caravan.server.planning.Plans;
import org.caravan.server.planning.Targets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Compares what each deployed plan costs by current prices with what it cost when it was made, and with the budget. Contacts no host: the
 * cost of a plan depends on prices and on the plans of other applications only. Nothing is compiled unless a plan costs something.
 */
@Component
class CostWatch {

    private static final Logger LOG = LoggerFactory.getLogger(CostWatch.class);

    private final boolean used;
    private final CostSettings settings;
    private final Optional<Long> budgetCents;
    private final Targets targets;
    private final Models models;
    private final ApprovedModels approved;
    private final Infrastructures infrastructures;
    private final Network network;
    private final Plans stored;
    private final PlanMaker plans;
    private final PlannedActions course;
    private final Decisions decisions;
    private final LeaderStatus leads;
    private final Clock clock;
    private final ScheduledExecutorService rounds = Executors.newSingleThreadScheduledExecutor(new DaemonThreads("costs"));
    private final LeaderTasks work;
    private final Retries retries = new Retries();
    /** By application: plan and cost for which it was recorded that the budget is nearly spent. */
    private final Map<String, String> noted = new HashMap<>();
    private CostRules rules;

    CostWatch(Settings settings, Targets targets, Models models, ApprovedModels approved, Infrastructures infrastructures, Network network,
            Plans stored, PlanMaker plans, PlannedActions course, Decisions decisions, LeaderStatus leads, Clock clock) {
        this.settings = settings.adaptation().costs();
        this.budgetCents = settings.adaptation().limits().budgetCents();
        this.targets = targets;
        this.models = models;
        this.approved = approved;
        this.infrastructures = infrastructures;
        this.network = network;
        this.stored = stored;
        this.plans = plans;
        this.course = course;
        this.decisions = decisions;
        this.leads = leads;
        this.work = new LeaderTasks("costs", leads);
        this.clock = clock;
        this.used = settings.adaptation().used() && this.settings.used();
    }

    @EventListener(ApplicationReadyEvent.class)
    void begin() {
        if (used) {
            long every = settings.every().toMillis();
            rounds.scheduleWithFixedDelay(this::round, every, every, TimeUnit.MILLISECONDS);
        }
    }

    private void round() {
        try {
            if (leads.now()) {
                look();
            }
        } catch (StoreFault | DataAccessException away) {
            LOG.warn("costs are not compared now: {}", away.getMessage());
        } catch (RuntimeException | LinkageError e) {
            LOG.error("costs could not be compared", e);
        }
    }

    private void look() {
        infrastructures.look();
        Optional<Infrastructure> infrastructure = infrastructures.current();
        List<DeploymentPlan> deployed = infrastructure.isEmpty() ? List.of() : targets.deployed();
        Set<String> names = new HashSet<>();
        deployed.forEach(plan -> names.add(plan.application()));
        noted.keySet().retainAll(names);
        for (DeploymentPlan plan : deployed) {
            try {
                models.accepted(plan.application()).ifPresent(model -> look(plan, model, infrastructure.get()));
            } catch (StoreFault | DataAccessException away) {
                throw away;
            } catch (RuntimeException fault) {
                LOG.warn("the cost of {} is not known now: {}", plan.application(), fault.getMessage());
            }
        }
    }

    private void look(DeploymentPlan plan, ApplicationModel model, Infrastructure infrastructure) {
        Optional<PlanCost> planned = stored.cost(plan.application(), plan.digest());
        if (planned.isEmpty()) {
            return;
        }
        PlacementProblem problem = PlacementProblems.of(model, infrastructure, new Inventory(List.of(), List.of()), network.matrix(),
                Optional.of(plan.asCurrentTarget()), targets.placedByOthers(plan.application()), PlanningPolicy.DEFAULT);
        // What leaves by access links depends on rates, which are measured: only the prices of hosts are compared.
        long now = new PlanFigures(problem, plan).hostCost().value() + planned.get().egressCents();
        if (rules == null && now == 0) {
            return;
        }
        if (rules == null) {
            rules = CostRules.of(settings.rules());
        }
        List<CostFinding> findings = rules.evaluate(new CostLook(plan.application(), plan.digest(), clock.instant(),
                planned.get().cents(), now, budgetCents));
        boolean spent = false;
        for (CostFinding finding : findings) {
            if (finding instanceof BudgetNearlySpent nearly) {
                spent = true;
                note(nearly);
            } else if (finding instanceof PriceChanged changed) {
                work.submit(plan.application(), () -> save(changed, plan, model));
            }
        }
        if (!spent) {
            noted.remove(plan.application());
        }
    }

    /** Recorded once for a plan and a cost. */
    private void note(BudgetNearlySpent nearly) {
        CostLook look = nearly.look();
        String what = look.planId() + " " + look.currentCents();
        if (!what.equals(noted.put(look.application(), what))) {
            decisions.note(DecisionRecord.of(BuiltInRule.BUDGET_NEARLY_SPENT, String.format(Locale.ROOT,
                    "The plan costs %.2f of at most %.2f EUR/month.", look.currentCents() / 100.0,
                    look.budgetCents().orElseThrow() / 100.0), "It is recorded. Automatic plans above the budget are held.")
                    .by(look.application()).with("cost", look.currentCents() / 100.0, "EUR/month")
                    .with("threshold", nearly.threshold() * look.budgetCents().orElseThrow() / 100.0, "EUR/month"));
        }
    }

    private void save(PriceChanged changed, DeploymentPlan target, ApplicationModel model) {
        Optional<Limit> newer = approved.newerWaits(model.name()) ? Optional.of(Efforts.newerModel()) : Optional.empty();
        course.handle(new CostReason(changed, target, model, newer, settings.leastSavingCents()), Optional::empty,
                () -> plans.planned(target.application(), Map.of()), retries);
    }

    @PreDestroy
    void end() throws InterruptedException {
        rounds.shutdownNow();
        work.end();
        rounds.awaitTermination(1, TimeUnit.SECONDS);
    }
}
