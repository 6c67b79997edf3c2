package org.caravan.plan;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostPower;
import org.caravan.infrastructure.HostType;
import org.caravan.problem.PlacementProblem;

/**
 * Electrical power that a plan adds: of each host it uses what the host takes idle, unless other applications use it already, and the part
 * of what it takes besides that goes with the processor reserved for the plan's instances. The planner counts the same.
 */
final class PlanPower {

    private PlanPower() {}

    /**
     * In watts.
     *
     * @param hostsInUse ids of the hosts that the plan uses
     * @param declared power of single hosts by id, for those whose type has none
     * @return empty where the power of a host in use is not known
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
