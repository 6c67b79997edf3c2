package org.caravan.server.adaptation;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.caravan.application.ApplicationModel;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Disruption;
import org.caravan.rules.Effort;
import org.caravan.rules.Limit;
import org.caravan.server.decision.DecisionRecord;

/** Why the server would change an application by a plan: a case of a built-in rule or of a rule of its model. */
public interface ActionReason {

    /** The same for the same reason and target. */
    String key();

    /** Time since which the reason holds; decisions not to act are stored once for each. Empty: once for the key. */
    default Optional<Instant> occurrence() {
        return Optional.empty();
    }

    /** Whether the reason may return for the same target after an action has ended. */
    default boolean repeats() {
        return false;
    }

    ActionKind kind();

    /** Autonomy if the owner has chosen none. */
    default Autonomy preset() {
        return kind().preset();
    }

    DeploymentPlan target();

    /** Empty if no model is accepted. */
    Optional<ApplicationModel> model();

    /** Ids of hosts of the target that do not answer, as far as the reason is about them. */
    default Set<String> lostHosts() {
        return Set.of();
    }

    /** What the action does, without a full stop: {@code replace web:1}. */
    String text();

    /** Name by which the plan is approved: {@code rule host-lost}. */
    String approver();

    /** The decision with its cause and figures. @param outcome one sentence */
    DecisionRecord decided(String outcome);

    /** A limit because of which no plan is made, whatever the autonomy. */
    Optional<Limit> never();

    /** A limit of the reason on what a plan changes. */
    default Optional<Limit> limit(Effort effort) {
        return Optional.empty();
    }

    /** A limit of the reason on a plan, for example because it gains too little. */
    default Optional<Limit> limitOfPlan(DeploymentPlan plan) {
        return Optional.empty();
    }

    Disruption disruption(DeploymentPlan plan);

    /** A limit of the reason on what a plan costs. @param before cost per month of the target, in euro cents. @param after of the plan */
    default Optional<Limit> limitOfCost(long before, long after) {
        return Optional.empty();
    }

    /** Ids of instances that the action recreates where they run. */
    default Set<String> renewed() {
        return Set.of();
    }

    /** Outcome if there is no plan, without a full stop. @param why first reason of the planning */
    default String noPlan(String why) {
        return "Nothing can be placed: " + why;
    }

    default String application() {
        return target().application();
    }
}
