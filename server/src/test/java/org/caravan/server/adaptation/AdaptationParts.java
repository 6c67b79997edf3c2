package org.caravan.server.adaptation;

import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.caravan.execution.journal.RunStore;
import org.caravan.rules.Finding;
import org.caravan.rules.HeldDeployment;
import org.caravan.server.Settings;
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

    /** @param nanos monotonic clock in ns */
    public AdaptationParts(Settings settings, RunStore runs, Targets targets, Models models, Choices choices, ActionStore actions,
            AutomaticPlans plans, AutomaticApproval approval, Approvals approvals, Clock clock, LongSupplier nanos) {
        held = new HeldDeployments(runs, targets, choices, actions, approval, settings, clock);
        lostHosts = new LostHosts(targets, models::accepted, actions, plans, new PlannedActions(choices, actions, approval, settings, clock),
                new Retries(nanos));
        ownFaults = new OwnFaults(actions, choices, targets, settings, clock);
        outcomes = new Outcomes(actions, approvals, targets, runs, clock);
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

    public void outcomes(Set<String> unanswered) {
        outcomes.look(unanswered);
    }
}
