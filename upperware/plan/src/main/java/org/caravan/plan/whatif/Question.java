package org.caravan.plan.whatif;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.infrastructure.HostPower;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.supposition.Suppositions;

/**
 * What is asked.
 *
 * @param problem as it is, nothing supposed
 * @param target the plan that is real now; empty where nothing runs, or where it is asked as if nothing ran
 * @param always what is supposed in all cases, the optimum among them
 * @param cases by name, each supposed besides
 * @param power of hosts by id, as far as somebody declared it; counts where the type of the host states none
 */
public record Question(
        PlacementProblem problem,
        Optional<DeploymentPlan> target,
        Suppositions always,
        List<Case> cases,
        Map<String, HostPower> power) {

    public Question {
        cases = List.copyOf(cases);
        power = Map.copyOf(power);
    }

    /** @param name heads its column */
    public record Case(String name, Suppositions suppositions) {}
}
