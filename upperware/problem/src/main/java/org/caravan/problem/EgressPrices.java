package org.caravan.problem;

import java.util.HashMap;
import java.util.Map;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.DataPrice;

/** What each access link asks for data that leaves its site by it. */
public final class EgressPrices {

    /** Those above 0. */
    private final Map<AccessLink, DataPrice> prices = new HashMap<>();

    public EgressPrices(Infrastructure infrastructure) {
        infrastructure.sites().forEach(site -> site.isps().forEach(isp -> isp.egress().filter(price -> price.value() > 0)
                .ifPresent(price -> prices.put(new AccessLink(site.id(), isp.id()), price))));
    }

    public boolean any() {
        return !prices.isEmpty();
    }

    /** Where the path's data leaves a site, which is at the end that answers; nothing within a site. */
    public DataPrice of(PathId path) {
        return prices.isEmpty() || path.withinSite() ? DataPrice.ZERO : prices.getOrDefault(AccessLink.of(path.to()), DataPrice.ZERO);
    }
}
