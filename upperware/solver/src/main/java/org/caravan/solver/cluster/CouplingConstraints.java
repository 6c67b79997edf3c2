package org.caravan.solver.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.caravan.solver.model.ActiveDimensions;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.HostClasses;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.QuotaLeft;

/**
 * Coupling constraints over all hosts (cost limits, quotas), relaxed with Lagrange multipliers in the lower bound. The cost limit excludes
 * traffic. Each limit is normalised to 1; a host uses a fraction of it.
 */
public final class CouplingConstraints {

    /** By limit, then by host class: the fraction that one host uses. */
    private final List<double[]> parts = new ArrayList<>();
    /** By host class: maximum number of its hosts in a plan that respects each limit. */
    private final long[] most;
    private final HostClasses groups;

    public CouplingConstraints(CompiledProblem tables, HostClasses groups) {
        this.groups = groups;
        this.most = new long[groups.size()];
        for (int group = 0; group < most.length; group++) {
            most[group] = groups.hosts(group);
        }
        ActiveDimensions considered = tables.considered();
        if (considered.limited()) {
            add(considered.most(), position -> position.terms().money());
        }
        for (QuotaLeft left : considered.quotas()) {
            add(left.cpu(), position -> of(left, position) ? position.terms().rented().cpu() : 0);
            add(left.memory(), position -> of(left, position) ? position.terms().rented().memory() : 0);
            add(left.hosts(), position -> of(left, position) ? 1 : 0);
        }
    }

    private static boolean of(QuotaLeft left, Position position) {
        return position.terms().rented().quota() == left.index();
    }

    /** @param left remaining amount; {@link Long#MAX_VALUE} if there is no limit; negative if other applications exceed it */
    private void add(long left, ToLongFunction<Position> taken) {
        double[] part = new double[most.length];
        boolean any = false;
        for (int group = 0; group < most.length && left < Long.MAX_VALUE; group++) {
            long one = taken.applyAsLong(groups.position(group));
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

    public int count() {
        return parts.size();
    }

    /** At least 1 if the class can be used at all. */
    public long most(int group) {
        return most[group];
    }

    public double part(int limit, int group) {
        return parts.get(limit)[group];
    }

    /**
     * Returns the minimum reduced cost of opening hosts of the class: zero or negative.
     *
     * @param opening sum of the multipliers that instances pay for an open host of the class, in addition to capacity
     */
    public double rent(int group, HostMultipliers prices, double opening) {
        double each = each(group, prices);
        return most[group] == 0 ? 0 : Math.min(0, each - opening) + (most[group] - 1) * Math.min(0, each);
    }

    /** Returns the number of hosts opened at this minimum. */
    public long opened(int group, HostMultipliers prices, double opening) {
        double each = each(group, prices);
        return most[group] == 0 ? 0 : (each < opening ? 1 : 0) + (each < 0 ? most[group] - 1 : 0);
    }

    private double each(int group, HostMultipliers prices) {
        return prices.opening(group, groups.position(group)) - prices.capacity(group);
    }
}
