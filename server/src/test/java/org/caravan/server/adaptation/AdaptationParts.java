package org.caravan.server.adaptation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.execution.journal.RunStore;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.Finding;
import org.caravan.rules.HeldDeployment;
import org.caravan.rules.HostLook;
import org.caravan.server.AdaptationSettings;
import org.caravan.rules.model.RuleRan;
import org.caravan.server.Settings;
import org.caravan.server.adaptation.model.DueRule;
import org.caravan.server.adaptation.model.RuleActions;
import org.caravan.server.adaptation.model.RunningRules;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.decision.Choices;
import org.caravan.server.deployment.Approvals;
import org.caravan.server.model.Models;
import org.caravan.server.planning.AutomaticPlans;
import org.caravan.server.planning.Targets;

/** The parts of adaptation that decide, put together as the server does, around ports of a test. */
public final class AdaptationParts {

    private final HeldDeployments held;
    private final LostHosts lostHosts;
    private final OwnFaults ownFaults;
    private final Outcomes outcomes;
    private final RuleActions rules;

    /** The pauses of the product between rounds of looks. */
    public static Pauses pauses(AdaptationSettings settings) {
        return new RoundPause(settings.every(), settings.rules())::after;
    }

    /** @see RoundPause#after */
    @FunctionalInterface
    public interface Pauses {
        Duration after(List<HostLook> looks, Instant now, Duration lasted);
    }

    /** @param nanos monotonic clock in ns */
    public AdaptationParts(Settings settings, RunStore runs, Targets targets, Models models, Choices choices, ActionStore actions,
            AutomaticPlans plans, AutomaticApproval approval, Approvals approvals, Clock clock, LongSupplier nanos) {
        held = new HeldDeployments(runs, targets, choices, actions, approval, settings, clock);
        PlannedActions course = new PlannedActions(choices, actions, approval, settings, clock);
        lostHosts = new LostHosts(targets, models::accepted, actions, plans, course, new Retries(nanos), host -> Optional.empty());
        rules = new RuleActions(targets, application -> runs.latestRun(application).filter(run -> run.state().underWay()).isPresent(),
                actions, plans, AdaptationParts::noReservation, course, (model, due, plan) -> false, settings.rules().limits(),
                settings.rules().restartCoolDown(), new Retries(nanos), clock);
        ownFaults = new OwnFaults(actions, choices, targets, settings, clock);
        outcomes = new Outcomes(actions, approvals, targets, runs, clock);
    }

    private static AutomaticPlans.Made noReservation(ApplicationModel model, DeploymentPlan target, Map<String, Bandwidth> wanted,
            String by) {
        throw new IllegalStateException("No rule of a simulated application changes bandwidth, but " + by + " does.");
    }

    public List<HeldDeployment> held() {
        return held.all();
    }

    public void complete(Finding.HostsBack back) {
        held.complete(back);
    }

    public void noneLost() {
        lostHosts.noneLost();
    }

    public void lost(String application, List<Finding.HostLost> lost, Set<String> avoided) {
        lostHosts.handle(application, lost, avoided);
    }

    public void ownFaults(List<Finding.OwnFault> found) {
        ownFaults.found(found);
    }

    public List<RuleRan> ran(ApplicationModel model) {
        return rules.ran(model);
    }

    public void lapse(ApplicationModel model, Set<String> due) {
        rules.lapse(model, due);
    }

    public void handle(RunningRules running, List<DueRule> due, Supplier<Instant> now) {
        rules.handle(running, due, now);
    }

    public void outcomes() {
        outcomes.look();
    }

    public void outcomes(Set<String> unanswered) {
        outcomes.look(unanswered);
    }
}
