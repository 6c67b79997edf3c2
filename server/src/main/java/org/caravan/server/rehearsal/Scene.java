package org.caravan.server.rehearsal;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.caravan.application.ApplicationModel;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Limits;
import org.caravan.server.AdaptationSettings;
import org.caravan.server.ModelRuleSettings;
import org.caravan.server.planning.PlanningState;

/**
 * Input of a rehearsal.
 *
 * @param model whose rules are rehearsed
 * @param target at the begin
 * @param report of the target; empty if unknown
 * @param state hosts, network and other applications
 * @param placed targets that were in force, by begin; empty if the period is not a recorded one
 * @param from begin of the period, before its end
 */
record Scene(ApplicationModel model, DeploymentPlan target, Optional<PlanReport> report, PlanningState state, Observed observed,
        NavigableMap<Instant, DeploymentPlan> placed, Instant from, Instant until, Terms terms) {

    /**
     * Settings and choices.
     *
     * @param polled interval of values of sensors
     * @param deployment how long a deployment takes
     * @param refusal why nothing may be sent to an address, if so
     */
    record Terms(AdaptationSettings adaptation, ModelRuleSettings rules, Duration polled, Map<ActionKind, Autonomy> autonomy,
            Optional<Limits.Freeze> freeze, boolean measuredRates, Duration deployment, Function<String, Optional<String>> refusal) {

        Terms {
            autonomy = Map.copyOf(autonomy);
        }
    }

    Scene {
        placed = Collections.unmodifiableNavigableMap(new TreeMap<>(placed));
        if (!from.isBefore(until)) {
            throw new IllegalArgumentException("a rehearsal ends after its begin: " + from + ", " + until);
        }
    }

    /** The plan that was in force; the target at the begin if none is recorded. */
    DeploymentPlan placedAt(Instant at) {
        Map.Entry<Instant, DeploymentPlan> entry = placed.floorEntry(at);
        return entry == null ? target : entry.getValue();
    }
}
