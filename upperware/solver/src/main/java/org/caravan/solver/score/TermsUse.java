package org.caravan.solver.score;

import java.util.function.LongUnaryOperator;
import org.caravan.solver.model.Considered;
import org.caravan.solver.model.HardWeight;
import org.caravan.solver.model.LinkTable;
import org.caravan.solver.model.Part;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.QuotaLeft;
import org.caravan.solver.model.QuotaShare;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.Tenant;

/** Incremental usage of disk, cost, quotas, power and start-up, updated as instances are placed and removed. */
public final class TermsUse {

    private final PlacementTables tables;
    private final Considered considered;
    private final boolean any;
    private final EgressUse egress;
    private final UtilityUse utility;
    private final long[] disk;
    /** By quota. */
    private final long[] rentedCpu;
    private final long[] rentedMemory;
    private final long[] rentedHosts;
    private long quotasOver;
    private long money;

    TermsUse(PlacementTables tables) {
        this.tables = tables;
        this.considered = tables.considered();
        this.any = considered.any();
        this.egress = new EgressUse(tables);
        this.utility = new UtilityUse(tables);
        this.disk = new long[considered.disk() ? tables.hosts() : 0];
        this.rentedCpu = new long[considered.quotas().size()];
        this.rentedMemory = new long[rentedCpu.length];
        this.rentedHosts = new long[rentedCpu.length];
    }

    /** @param sign 1 to place, -1 to remove; @param residents number of instances on the host afterwards */
    void count(Tenant tenant, Seat seat, int sign, long residents) {
        if (considered.disk()) {
            disk[seat.index()] += sign * tenant.disk(seat);
        }
        // Without active dimensions, the access to the host's terms is skipped to save time.
        if (any && residents == (sign > 0 ? 1 : 0)) {
            money += sign * seat.terms().money();
            rent(seat.terms().rented(), sign);
        }
    }

    private void rent(QuotaShare share, int sign) {
        if (share.bounded()) {
            int quota = share.quota();
            quotasOver -= over(quota);
            rentedCpu[quota] += sign * share.cpu();
            rentedMemory[quota] += sign * share.memory();
            rentedHosts[quota] += sign;
            quotasOver += over(quota);
        }
    }

    private long over(int quota) {
        return considered.quotas().get(quota).over(rentedCpu[quota], rentedMemory[quota], rentedHosts[quota]);
    }

    /** Adds the contribution of an instance and the total cost of hosts to the score; called after {@link #count}. */
    void add(long[] parts, Tenant tenant, Seat seat, int sign) {
        if (any) {
            parts[Part.POWER.ordinal()] += sign * tenant.power(seat);
            parts[Part.STARTUP.ordinal()] += sign * tenant.startup(seat);
            parts[Part.BUDGET.ordinal()] = over();
            parts[Part.QUOTA.ordinal()] = quotasOver;
        }
    }

    /** Adds the contribution of a host to the score. The price in points includes idle power. */
    void add(long[] parts, Seat seat, boolean open, int sign) {
        if (any) {
            long idle = open ? sign * seat.terms().idle() : 0;
            parts[Part.DISK.ordinal()] += sign * diskOver(seat);
            parts[Part.POWER.ordinal()] += idle;
            parts[Part.COST.ordinal()] -= idle;
        }
    }

    /** Whether anything depends on the relations of links. */
    boolean mindsLinks() {
        return egress.any() || utility.any();
    }

    /** Updates egress and utility after the relation of a link has changed; {@link Seat#NONE} means none. */
    void related(LinkTable link, int is, long[] parts) {
        if (egress.any()) {
            egress.related(link, is, parts);
            parts[Part.BUDGET.ordinal()] = over();
        }
        if (utility.any()) {
            utility.related(link, is);
        }
    }

    /** Updates the utility after an instance was moved and all its links were updated. @param seatOf by instance */
    void placed(int[] seatOf, long[] parts) {
        if (utility.any()) {
            parts[Part.UTILITY.ordinal()] = utility.points(money(), seatOf);
        }
    }

    /** Bytes; 0 if disk is not considered. */
    public long diskUsed(int host) {
        return considered.disk() ? disk[host] : 0;
    }

    /** Quota reduced to the current usage plus a share of the rest. @param share computes the share of an amount */
    public QuotaLeft narrowed(QuotaLeft all, LongUnaryOperator share) {
        int quota = all.index();
        return new QuotaLeft(quota, all.siteId(), all.provider(), all.quota(), narrowed(all.cpu(), rentedCpu[quota], share),
                narrowed(all.memory(), rentedMemory[quota], share), narrowed(all.hosts(), rentedHosts[quota], share));
    }

    private static long narrowed(long all, long used, LongUnaryOperator share) {
        return all == Long.MAX_VALUE ? all : used + share.applyAsLong(all - used);
    }

    /** Hard penalty of the disk of a host. */
    public long diskOver(Seat seat) {
        return considered.disk() ? HardWeight.memoryOver(disk[seat.index()], seat.terms().diskFree()) : 0;
    }

    /** Whether the host has free disk for the instance. */
    boolean fits(Tenant tenant, int host) {
        return !considered.disk() || disk[host] + tenant.disk(tables.seat(host)) <= tables.seat(host).terms().diskFree();
    }

    /** Cents per month: open hosts, if there is a limit, and egress. */
    public long money() {
        return money + egress.cents();
    }

    /** Hard penalty of the total cost. */
    public long over() {
        return considered.over(money());
    }
}
