package org.caravan.plan.figure;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.MonthlyCost;

/** Cost that each host adds to a plan that uses it: zero if other applications pay for it or if it no longer exists. */
final class HostCosts {

    private final Map<String, MonthlyCost> byHost = new HashMap<>();

    HostCosts(PlacementProblem problem) {
        byHost.putAll(prices(problem.infrastructure()));
        byHost.keySet().removeAll(problem.reservedElsewhere().keySet());
    }

    /** Price by host, independent of its users. */
    static Map<String, MonthlyCost> prices(Infrastructure infrastructure) {
        Map<String, MonthlyCost> byType = new HashMap<>();
        for (HostType type : infrastructure.hostTypes()) {
            byType.put(type.id(), type.cost());
        }
        Map<String, MonthlyCost> prices = new HashMap<>();
        infrastructure.sites().stream().flatMap(site -> site.hosts().stream())
                .forEach(host -> prices.put(host.id(), byType.get(host.hostTypeId())));
        return prices;
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
