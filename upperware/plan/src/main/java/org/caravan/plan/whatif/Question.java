package org.caravan.plan.whatif;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.infrastructure.HostPower;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.supposition.Assumptions;

/**
 * What-if question.
 *
 * @param problem without assumptions
 * @param target current target; empty if nothing runs or if the question ignores it
 * @param always assumptions of all cases, including the optimum
 * @param cases named cases with their additional assumptions
 * @param power declared power of hosts by id; used if the host type states none
 */
public record Question(
        PlacementProblem problem,
        Optional<DeploymentPlan> target,
        Assumptions always,
        List<Case> cases,
        Map<String, HostPower> power) {

    public Question {
        cases = List.copyOf(cases);
        power = Map.copyOf(power);
    }

    /** @param name title of its column */
    public record Case(String name, Assumptions suppositions) {}
}
