package org.caravan.server.adaptation;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.Finding.HostLost;
import org.caravan.server.decision.ActionLog;
import org.caravan.server.model.Models;
import org.caravan.server.node.LastSeen;
import org.caravan.server.planning.AutomaticPlans;
import org.caravan.server.planning.PlanMaker;
import org.caravan.server.planning.Targets;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Replaces the copies of an application on lost hosts. */
@Component
public class LostHosts {

    private final Targets targets;
    private final Function<String, Optional<ApplicationModel>> models;
    private final ActionLog actions;
    private final PlanMaker plans;
    private final PlannedActions course;
    private final Retries retries;
    private final Function<String, Optional<Instant>> lastAnswers;

    @Autowired
    LostHosts(Targets targets, Models models, ActionLog actions, PlanMaker plans, PlannedActions course, LastSeen seen) {
        this(targets, models::accepted, actions, plans, course, new Retries(), seen::last);
    }

    /**
     * @param models accepted models by name of the application
     * @param lastAnswers when a host last answered the server, by id; empty if it never did
     */
    public LostHosts(Targets targets, Function<String, Optional<ApplicationModel>> models, ActionLog actions, PlanMaker plans,
            PlannedActions course, Retries retries, Function<String, Optional<Instant>> lastAnswers) {
        this.lastAnswers = lastAnswers;
        this.targets = targets;
        this.models = models;
        this.actions = actions;
        this.plans = plans;
        this.course = course;
        this.retries = retries;
    }

    /** Forgets pauses after failures, when no host is lost. */
    public void noneLost() {
        retries.clear();
    }

    /**
     * Handles the loss for one application. Repeatable: does nothing if the decision was made before.
     *
     * @param avoided hosts that automatic plans avoid
     */
    public void handle(String application, List<HostLost> lost, Set<String> avoided) {
        Optional<DeploymentPlan> target = targets.target(application);
        Set<String> used = target.map(plan -> plan.instances().stream().map(placed -> placed.hostId()).collect(Collectors.toSet()))
                .orElse(Set.of());
        List<HostLost> ours = lost.stream().filter(finding -> used.contains(finding.hostId())).toList();
        if (!ours.isEmpty()) {
            LossReason reason = new LossReason(target.orElseThrow(), models.apply(application), ours,
                    lastAnswers.apply(ours.get(0).hostId()));
            Set<String> unusable = lost.stream().map(HostLost::hostId).collect(Collectors.toCollection(TreeSet::new));
            course.handle(reason, Optional::empty, () -> replacement(reason, unusable, avoided), retries);
        }
    }

    /**
     * Hosts that got copies of other applications from the same lost hosts are used only if nothing can be placed without them, so that
     * not all applications move to one host. So are hosts that were silent a short time ago.
     */
    private AutomaticPlans.Made replacement(LossReason now, Set<String> unusable, Set<String> avoided) {
        Set<String> settled = new TreeSet<>(avoided);
        settled.addAll(now.lostHosts());
        Instant begin = now.lost().stream().map(HostLost::since).min(Comparator.naturalOrder()).orElseThrow();
        Set<String> spread = new TreeSet<>(settled);
        spread.addAll(actions.receivers(now.application(), now.lostHosts(), begin));
        AutomaticPlans.Made made = plans.replacing(now.application(), spread);
        if (made.plan().isEmpty() && !spread.equals(settled)) {
            made = plans.replacing(now.application(), settled);
        }
        return made.plan().isEmpty() && !settled.equals(unusable) ? plans.replacing(now.application(), unusable) : made;
    }
}
