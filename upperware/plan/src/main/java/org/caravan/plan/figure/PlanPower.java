package org.caravan.plan.figure;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostPower;
import org.caravan.infrastructure.HostType;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.PlacementProblem;

/**
 * Additional electrical power of a plan. It is the idle power of each host in use, unless other applications already use the host, plus
 * the load-dependent power of the CPU reserved by the plan's instances. The planner computes the same.
 */
final class PlanPower {

    private PlanPower() {}

    /**
     * Power in watts.
     *
     * @param hostsInUse ids of the hosts that the plan uses
     * @param declared power of single hosts by id, for hosts whose type states none
     * @return empty if the power of a host in use is unknown
     */
    static Optional<Double> of(PlacementProblem problem, DeploymentPlan plan, Set<String> hostsInUse, Map<String, HostPower> declared) {
        double sum = 0;
        for (String hostId : hostsInUse) {
            Optional<Host> host = problem.infrastructure().hosts().stream().filter(one -> one.id().equals(hostId)).findFirst();
            if (host.isEmpty()) {
                return Optional.empty();
            }
            HostType type = problem.infrastructure().hostTypeOf(hostId);
            Optional<HostPower> power = type.power().or(() -> Optional.ofNullable(declared.get(hostId)));
            if (power.isEmpty()) {
                return Optional.empty();
            }
            double reserved = plan.instances().stream()
                    .filter(placed -> placed.hostId().equals(hostId))
                    .mapToDouble(placed -> placed.spec().cpu().value())
                    .sum();
            sum += problem.reservedElsewhere().containsKey(hostId) ? 0 : power.get().idle();
            sum += power.get().above(reserved / type.cpu().value());
        }
        return Optional.of(sum);
    }
}
