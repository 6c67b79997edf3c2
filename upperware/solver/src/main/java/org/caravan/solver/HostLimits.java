package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What bounds the hosts of a plan all together, as a bound gives it up for prices: the limit on cost, of which traffic is left out, and quotas. Each
 * is 1; a host takes a part of it.
 */
final class HostLimits {

    /** By limit, then by group of hosts: the part that one host takes. */
    private final List<double[]> parts = new ArrayList<>();
    /** By group: how many of its hosts any plan can have that keeps each limit. */
    private final long[] most;
    private final HostGroups groups;

    HostLimits(PlacementTables tables, HostGroups groups) {
        this.groups = groups;
        this.most = new long[groups.size()];
        for (int group = 0; group < most.length; group++) {
            most[group] = groups.hosts(group);
        }
        Considered considered = tables.considered();
        if (considered.limited()) {
            add(considered.most(), seat -> seat.terms().money());
        }
        for (QuotaLeft left : considered.quotas()) {
            add(left.cpu(), seat -> of(left, seat) ? seat.terms().rented().cpu() : 0);
            add(left.memory(), seat -> of(left, seat) ? seat.terms().rented().memory() : 0);
            add(left.hosts(), seat -> of(left, seat) ? 1 : 0);
        }
    }

    private static boolean of(QuotaLeft left, Seat seat) {
        return seat.terms().rented().quota() == left.index();
    }

    /** @param left the greatest number where nothing is bounded; negative where others have more than there is */
    private void add(long left, ToLongFunction<Seat> taken) {
        double[] part = new double[most.length];
        boolean any = false;
        for (int group = 0; group < most.length && left < Long.MAX_VALUE; group++) {
            long one = taken.applyAsLong(groups.seat(group));
            if (one > 0) {
                most[group] = Math.min(most[group], Math.max(0, left) / one);
                part[group] = left > 0 ? (double) one / left : 0;
                any |= left > 0;
            }
        }
        if (any) {
            parts.add(part);
        }
    }

    int count() {
        return parts.size();
    }

    /** At least one where the group can be used at all. */
    long most(int group) {
        return most[group];
    }

    double part(int limit, int group) {
        return parts.get(limit)[group];
    }

    /**
     * What the owner of a group pays at least, who gets its prices for what is opened: nothing or less.
     *
     * @param opening what tenants pay together for there being an open host, beside the capacity they take
     */
    double rent(int group, HostPrices prices, double opening) {
        double each = each(group, prices);
        return most[group] == 0 ? 0 : Math.min(0, each - opening) + (most[group] - 1) * Math.min(0, each);
    }

    /** How many hosts the owner opens then. */
    long opened(int group, HostPrices prices, double opening) {
        double each = each(group, prices);
        return most[group] == 0 ? 0 : (each < opening ? 1 : 0) + (each < 0 ? most[group] - 1 : 0);
    }

    private double each(int group, HostPrices prices) {
        return prices.opening(group, groups.seat(group)) - prices.capacity(group);
    }
}
