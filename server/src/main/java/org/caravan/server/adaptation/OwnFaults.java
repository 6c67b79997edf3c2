package org.caravan.server.adaptation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Finding.OwnFault;
import org.caravan.rules.Limit;
import org.caravan.server.Settings;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.Choices;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.planning.Targets;
import org.springframework.stereotype.Component;

/**
 * Records that nothing is replaced because the fault is on the side of the server, once per fault and application, if the fault lasts as
 * long as a host may be silent. Called by one thread.
 */
@Component
class OwnFaults {

    private final ActionStore actions;
    private final Choices choices;
    private final Targets targets;
    private final Duration lasting;
    private final Clock clock;
    /** Since when each fault is found, by its rule. */
    private final Map<String, Instant> since = new HashMap<>();

    OwnFaults(ActionStore actions, Choices choices, Targets targets, Settings settings, Clock clock) {
        this.actions = actions;
        this.choices = choices;
        this.targets = targets;
        this.lasting = settings.adaptation().lostAfter();
        this.clock = clock;
    }

    void found(List<OwnFault> faults) {
        since.keySet().retainAll(faults.stream().map(OwnFault::rule).collect(Collectors.toSet()));
        Instant now = clock.instant();
        for (OwnFault fault : faults) {
            Instant begun = since.computeIfAbsent(fault.rule(), unknown -> now);
            boolean gap = fault.rule().equals("observation-gap");
            if (gap || !now.isBefore(begun.plus(lasting))) {
                targets.all().stream().filter(plan -> concerns(fault, plan)).forEach(plan -> keep(fault, plan, begun));
            }
        }
    }

    private static boolean concerns(OwnFault fault, DeploymentPlan plan) {
        return !plan.instances().isEmpty()
                && (fault.subjects().isEmpty() || plan.instances().stream().anyMatch(placed -> fault.subjects().contains(placed.hostId())));
    }

    private void keep(OwnFault fault, DeploymentPlan plan, Instant begun) {
        Set<String> hosts = new TreeSet<>(fault.subjects());
        hosts.retainAll(plan.instances().stream().map(placed -> placed.hostId()).collect(Collectors.toSet()));
        Limit limit = new Limit(fault.rule(), fault.cause(), Optional.empty());
        actions.keep(DecisionRecord.of(BuiltInRule.OWN_FAULT, fault.cause(), "No host counts as lost, so nothing is replaced.")
                .by(plan.application())
                        .about(List.copyOf(hosts)).with("threshold", lasting.toMillis() / 1000.0, "s"),
                Action.of("own-fault " + plan.application() + " " + fault.rule() + " " + begun, ActionKind.REPLACE,
                        choices.autonomy(plan.application(), ActionKind.REPLACE), State.HELD).limited(limit));
    }
}
