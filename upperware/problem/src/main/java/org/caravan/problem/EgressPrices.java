package org.caravan.problem;

import java.util.HashMap;
import java.util.Map;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.DataPrice;

/** Egress prices by uplink, for data that leaves a site. */
public final class EgressPrices {

    private static final double MILLIONTHS_PER_MILL = 10;
    private static final long MILLS_PER_CENT = 1_000;

    /** Prices above 0 only. */
    private final Map<AccessLink, DataPrice> prices = new HashMap<>();

    public EgressPrices(Infrastructure infrastructure) {
        infrastructure.sites().forEach(site -> site.isps().forEach(isp -> isp.egress().filter(price -> price.value() > 0)
                .ifPresent(price -> prices.put(new AccessLink(site.id(), isp.id()), price))));
    }

    public boolean any() {
        return !prices.isEmpty();
    }

    /** Cost in thousandths of a cent. @param gib amount in GiB @param price in millionths of a euro per GiB */
    public static long mills(double gib, double price) {
        return Math.round(gib * price / MILLIONTHS_PER_MILL);
    }

    /** Rounds the total of all traffic to cents, because each part can be less than a cent. */
    public static long cents(long mills) {
        return (mills + MILLS_PER_CENT / 2) / MILLS_PER_CENT;
    }

    public static long millsOf(long cents) {
        return cents * MILLS_PER_CENT;
    }

    /** Price at the called end of the path, where its data leaves a site; zero within a site. */
    public DataPrice of(PathId path) {
        return prices.isEmpty() || path.withinSite() ? DataPrice.ZERO : prices.getOrDefault(AccessLink.of(path.to()), DataPrice.ZERO);
    }
}
