package org.caravan.problem.requirement;

import java.util.function.UnaryOperator;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;
import org.caravan.problem.PlacementProblem;

/** Creates problems with an unlimited uplink. */
final class WiderUplinks {

    private WiderUplinks() {}

    static UnaryOperator<PlacementProblem> without(String siteId, String ispId) {
        return problem -> {
            Infrastructure all = problem.infrastructure();
            return problem.withInfrastructure(new Infrastructure(all.name(), all.hostTypes(),
                    all.sites().stream().map(site -> site.id().equals(siteId) ? without(site, ispId) : site).toList()));
        };
    }

    private static Site without(Site site, String ispId) {
        return site.withIsps(site.isps().stream().map(isp -> isp.id().equals(ispId) ? isp.withoutUplink() : isp).toList());
    }
}
