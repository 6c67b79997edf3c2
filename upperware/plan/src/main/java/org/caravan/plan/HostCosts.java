package org.caravan.plan;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.caravan.infrastructure.HostType;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.MonthlyCost;

/** What each host adds to the cost of a plan that uses it: nothing where other applications pay for it, or it is there no more. */
final class HostCosts {

    private final Map<String, MonthlyCost> byHost = new HashMap<>();

    HostCosts(PlacementProblem problem) {
        Map<String, MonthlyCost> byType = new HashMap<>();
        for (HostType type : problem.infrastructure().hostTypes()) {
            byType.put(type.id(), type.cost());
        }
        problem.infrastructure().sites().stream().flatMap(site -> site.hosts().stream())
                .filter(host -> !problem.reservedElsewhere().containsKey(host.id()))
                .forEach(host -> byHost.put(host.id(), byType.get(host.hostTypeId())));
    }

    MonthlyCost of(String hostId) {
        return byHost.getOrDefault(hostId, MonthlyCost.ZERO);
    }

    MonthlyCost of(Collection<String> hostIds) {
        MonthlyCost sum = MonthlyCost.ZERO;
        for (String hostId : hostIds) {
            sum = sum.plus(of(hostId));
        }
        return sum;
    }
}
