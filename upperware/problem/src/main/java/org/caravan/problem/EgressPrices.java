package org.caravan.problem;

import java.util.HashMap;
import java.util.Map;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.DataPrice;

/** What each access link asks for data that leaves its site by it. */
public final class EgressPrices {

    private static final double MILLIONTHS_PER_MILL = 10;
    private static final long MILLS_PER_CENT = 1_000;

    /** Those above 0. */
    private final Map<AccessLink, DataPrice> prices = new HashMap<>();

    public EgressPrices(Infrastructure infrastructure) {
        infrastructure.sites().forEach(site -> site.isps().forEach(isp -> isp.egress().filter(price -> price.value() > 0)
                .ifPresent(price -> prices.put(new AccessLink(site.id(), isp.id()), price))));
    }

    public boolean any() {
        return !prices.isEmpty();
    }

    /** Thousandths of a cent for so many GiB. @param price in millionths of a euro per GiB */
    public static long mills(double gib, double price) {
        return Math.round(gib * price / MILLIONTHS_PER_MILL);
    }

    /** Rounded, for all traffic together: each by itself may be less than a cent. */
    public static long cents(long mills) {
        return (mills + MILLS_PER_CENT / 2) / MILLS_PER_CENT;
    }

    public static long millsOf(long cents) {
        return cents * MILLS_PER_CENT;
    }

    /** Where the path's data leaves a site, which is at the end that answers; nothing within a site. */
    public DataPrice of(PathId path) {
        return prices.isEmpty() || path.withinSite() ? DataPrice.ZERO : prices.getOrDefault(AccessLink.of(path.to()), DataPrice.ZERO);
    }
}
