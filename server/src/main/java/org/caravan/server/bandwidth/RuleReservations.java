package org.caravan.server.bandwidth;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.adapter.Capability;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.plan.BandwidthChange;
import org.caravan.plan.BandwidthChange.Conflict;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.server.adaptation.model.ReservationPlans;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.planning.AutomaticPlans;
import org.caravan.server.planning.AutomaticPlans.Made;
import org.caravan.server.planning.BandwidthChoices;
import org.caravan.server.planning.ProblemSource;
import org.caravan.server.planning.Targets;
import org.springframework.stereotype.Component;

/**
 * Plans for rules that ask for bandwidth, with the answers of {@link BandwidthChanges}: a plan without a search if it fits, otherwise one
 * of the planner. Two plans that take the same capacity are both made; the approval of the second one is refused, and it is planned again.
 */
@Component
class RuleReservations implements ReservationPlans {

    private final Targets targets;
    private final Infrastructures infrastructures;
    private final Adapters adapters;
    private final AutomaticPlans plans;
    private final BandwidthChoices choices;
    private final ProblemSource problems;
    private final ConflictViews conflicts;

    RuleReservations(Targets targets, Infrastructures infrastructures, Adapters adapters, AutomaticPlans plans, BandwidthChoices choices,
            ProblemSource problems, ConflictViews conflicts) {
        this.targets = targets;
        this.infrastructures = infrastructures;
        this.adapters = adapters;
        this.plans = plans;
        this.choices = choices;
        this.problems = problems;
        this.conflicts = conflicts;
    }

    @Override
    public Made reserved(ApplicationModel model, DeploymentPlan target, Map<String, Bandwidth> wanted, String by) {
        choices.settle(target.application(), target.digest());
        Optional<InstancePlacement> unable = target.instances().stream().filter(placed -> wanted.containsKey(placed.instance().toString()))
                .filter(placed -> !adapters.of(infrastructures.required().host(placed.hostId())).capabilities()
                        .contains(Capability.BANDWIDTH)).findFirst();
        if (unable.isPresent()) {
            return none("The host (" + unable.get().hostId() + ") of (" + unable.get().instance() + ") cannot enforce bandwidth.");
        }
        Map<InstanceId, Bandwidth> asked = new TreeMap<>();
        wanted.forEach((copy, amounts) -> asked.put(InstanceId.parse(copy), amounts));
        List<DeploymentPlan> others = targets.ofOthers(target.application());
        BandwidthChange.OfSeveral change = BandwidthChange.ofSeveral(target, model, infrastructures.required(), others,
                problems.carried(model), problems.weight(target.application()), asked);
        Made made = made(target, change, wanted);
        made.plan().ifPresent(plan -> wanted.forEach((copy, amounts) -> choices.propose(target.application(), copy, amounts, made.id(),
                by)));
        return made;
    }

    private Made made(DeploymentPlan target, BandwidthChange.OfSeveral change, Map<String, Bandwidth> wanted) {
        if (change.answer() instanceof BandwidthChange.Granted granted) {
            return plans.keep(granted.plan());
        }
        if (change.answer() instanceof BandwidthChange.Refused refused) {
            String why = conflicts.arithmetic(target.application(), change.asks(), refused.conflicts());
            // For planning, an uplink that is not declared is unlimited: its plan would promise what no node can keep.
            Made made = refused.conflicts().stream().anyMatch(Conflict::undeclared) ? none(why)
                    : plans.divided(target.application(), wanted);
            return made.plan().isPresent() ? made : none(why);
        }
        return none("The traffic of (" + change.asks() + ") uses no uplink of its site, so there is nothing to divide.");
    }

    private static Made none(String why) {
        return new Made(Optional.empty(), "", "", List.of(why), 0, 0);
    }
}
