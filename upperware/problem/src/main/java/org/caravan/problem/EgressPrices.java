package org.caravan.problem;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.DataPrice;
import org.caravan.unit.MonthlyCost;

/** Egress prices by uplink, for data that leaves a site, and the higher prices above quotas. */
public final class EgressPrices {

    private static final double MILLIONTHS_PER_MILL = 10;
    private static final long MILLS_PER_CENT = 1_000;
    private static final double BYTES_PER_GIB = 1L << 30;
    private static final double DAYS_PER_MONTH = MonthlyCost.SECONDS_PER_MONTH / 86_400.0;

    /**
     * Higher price of an uplink's egress above its quota.
     *
     * @param free bytes in a month of 730 hours before the higher price; a quota per day is used evenly over its days. If nodes have
     *     counted more of a month's amount than its usual share, what is left for the rest of the month, in 730 hours; of a day's amount,
     *     what is left today and the amounts of the days after it
     * @param more what each GiB above costs beyond the egress price, in millionths of a euro; not negative
     */
    public record Excess(AccessLink at, TrafficQuota quota, long free, long more) {

        private static Optional<Excess> of(AccessLink at, Isp isp, Optional<Uplinks.Counted> counted) {
            long before = isp.egress().orElse(DataPrice.ZERO).value();
            return isp.quota().filter(quota -> quota.price().filter(price -> price.value() > before).isPresent())
                    .map(quota -> new Excess(at, quota, freeBytes(quota, counted), quota.price().orElseThrow().value() - before));
        }

        private static long freeBytes(TrafficQuota quota, Optional<Uplinks.Counted> counted) {
            boolean monthly = quota.period() == TrafficQuota.Period.MONTH;
            long usual = monthly ? quota.amount().value() : Math.round(quota.amount().value() * DAYS_PER_MONTH);
            // Never more than usual: otherwise, copies would move to the link at the end of each period, and back.
            return counted.map(one -> Math.min(usual, monthly ? Math.round((double) one.rest(quota) / one.left()
                    * MonthlyCost.SECONDS_PER_MONTH) : one.rest(quota) + afterToday(usual, one))).orElse(usual);
        }

        /** A day's amount that is used up costs more until midnight, not for the month that costs are computed for. */
        private static long afterToday(long usual, Uplinks.Counted today) {
            return Math.round(usual * (1 - today.left() / (double) MonthlyCost.SECONDS_PER_MONTH));
        }

        /** GiB in a month before the higher price. */
        public double gibFree() {
            return free / BYTES_PER_GIB;
        }

        /** GiB that cost more. @param bytes in a month */
        public double gibAbove(long bytes) {
            return Math.max(0, bytes - free) / BYTES_PER_GIB;
        }

        /** Additional cost in thousandths of a cent; convex in the bytes of a month. */
        public long mills(long bytes) {
            return EgressPrices.mills(gibAbove(bytes), more);
        }
    }

    /** Prices above 0 only. */
    private final Map<AccessLink, DataPrice> prices = new HashMap<>();
    private final Map<AccessLink, Excess> excesses = new TreeMap<>();

    /** @param counted what nodes have counted of quotas in the current period, by uplink */
    public EgressPrices(Infrastructure infrastructure, Map<AccessLink, Uplinks.Counted> counted) {
        infrastructure.sites().forEach(site -> site.isps().forEach(isp -> isp.egress().filter(price -> price.value() > 0)
                .ifPresent(price -> prices.put(new AccessLink(site.id(), isp.id()), price))));
        infrastructure.sites().forEach(site -> site.isps().forEach(isp -> {
            AccessLink at = new AccessLink(site.id(), isp.id());
            Excess.of(at, isp, Optional.ofNullable(counted.get(at))).ifPresent(excess -> excesses.put(at, excess));
        }));
    }

    /** With what nodes have counted by now. */
    public static EgressPrices of(PlacementProblem problem) {
        return new EgressPrices(problem.infrastructure(), problem.uplinks().counted());
    }

    public boolean any() {
        return !prices.isEmpty() || !excesses.isEmpty();
    }

    /** Higher prices above quotas, sorted by uplink. */
    public List<Excess> excesses() {
        return List.copyOf(excesses.values());
    }

    public static long bytes(double gib) {
        return Math.round(gib * BYTES_PER_GIB);
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
