package org.caravan.plan;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.MonthlyCost;

/** What each host adds to the cost of a plan that uses it: nothing where other applications pay for it, or it is there no more. */
final class HostCosts {

    private final Map<String, MonthlyCost> byHost = new HashMap<>();

    HostCosts(PlacementProblem problem) {
        byHost.putAll(prices(problem.infrastructure()));
        byHost.keySet().removeAll(problem.reservedElsewhere().keySet());
    }

    /** By host, whoever is on it. */
    static Map<String, MonthlyCost> prices(Infrastructure infrastructure) {
        Map<String, MonthlyCost> byType = new HashMap<>();
        for (HostType type : infrastructure.hostTypes()) {
            byType.put(type.id(), type.cost());
        }
        Map<String, MonthlyCost> prices = new HashMap<>();
        infrastructure.sites().stream().flatMap(site -> site.hosts().stream()).forEach(host -> prices.put(host.id(), byType.get(host.hostTypeId())));
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
