package org.caravan.problem.supposition;

import java.util.List;
import java.util.function.LongUnaryOperator;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Site;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.DataPrice;

/**
 * Assumes another egress price for an uplink.
 *
 * @param what uplink, for example {@code ohio.Amazon}
 * @param change function from the known price to the assumed one, in millionths of a euro per GiB
 */
record EgressPrice(String what, LongUnaryOperator change) implements Assumption {

    @Override
    public PlacementProblem appliedTo(PlacementProblem problem) {
        Infrastructure infrastructure = problem.infrastructure();
        if (!isOf(infrastructure, what)) {
            throw Assumption.refused("unknown-access-link", "There is no access link (" + what + ") in infrastructure ("
                    + infrastructure.name() + ").",
                    "use one of " + infrastructure.sites().stream().flatMap(site -> site.isps().stream().map(isp -> link(site, isp)))
                            .toList() + ".");
        }
        List<Site> sites = infrastructure.sites().stream().map(this::repriced).toList();
        return problem.withInfrastructure(new Infrastructure(infrastructure.name(), infrastructure.hostTypes(), sites));
    }

    static boolean isOf(Infrastructure infrastructure, String what) {
        return infrastructure.sites().stream().anyMatch(site -> site.isps().stream().anyMatch(isp -> link(site, isp).equals(what)));
    }

    private static String link(Site site, Isp isp) {
        return new AccessLink(site.id(), isp.id()).toString();
    }

    private Site repriced(Site site) {
        return site.withIsps(site.isps().stream()
                .map(isp -> link(site, isp).equals(what)
                        ? isp.withEgress(new DataPrice(change.applyAsLong(isp.egress().orElse(DataPrice.ZERO).value()))) : isp).toList());
    }
}
