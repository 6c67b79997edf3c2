package org.caravan.solver;

import java.util.function.LongUnaryOperator;

/** What tenants take of disk, money, power and time to start while they come and go. */
final class TermsUse {

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

    /** @param sign 1 for who comes, -1 for who goes; @param residents who are on the host then */
    void count(Tenant tenant, Seat seat, int sign, long residents) {
        if (considered.disk()) {
            disk[seat.index()] += sign * tenant.disk(seat);
        }
        // Where nothing of it counts, a host's terms are not worth the way to them.
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

    /** Adds to the score what a tenant counts by itself, and what all hosts cost together; told after {@link #count}. */
    void add(long[] parts, Tenant tenant, Seat seat, int sign) {
        if (any) {
            parts[Part.POWER.ordinal()] += sign * tenant.power(seat);
            parts[Part.STARTUP.ordinal()] += sign * tenant.startup(seat);
            parts[Part.BUDGET.ordinal()] = over();
            parts[Part.QUOTA.ordinal()] = quotasOver;
        }
    }

    /** Adds what a host counts by who is on it. The price in points has idle power in it. */
    void add(long[] parts, Seat seat, boolean open, int sign) {
        if (any) {
            long idle = open ? sign * seat.terms().idle() : 0;
            parts[Part.DISK.ordinal()] += sign * diskOver(seat);
            parts[Part.POWER.ordinal()] += idle;
            parts[Part.COST.ordinal()] -= idle;
        }
    }

    /** Whether anything depends on which relations links have. */
    boolean mindsLinks() {
        return egress.any() || utility.any();
    }

    /** A link has another relation than before, or none; told of each change. */
    void related(LinkTable link, int is, long[] parts) {
        if (egress.any()) {
            egress.related(link, is, parts);
            parts[Part.BUDGET.ordinal()] = over();
        }
        if (utility.any()) {
            utility.related(link, is);
        }
    }

    /** Somebody has another seat, and all links are told of. @param seatOf by tenant */
    void placed(int[] seatOf, long[] parts) {
        if (utility.any()) {
            parts[Part.UTILITY.ordinal()] = utility.points(money(), seatOf);
        }
    }

    /** Bytes; 0 where disk does not count. */
    long diskUsed(int host) {
        return considered.disk() ? disk[host] : 0;
    }

    /** The quota with what is rented now and a share of what is left. @param share of an amount */
    QuotaLeft narrowed(QuotaLeft all, LongUnaryOperator share) {
        int quota = all.index();
        return new QuotaLeft(quota, all.siteId(), all.provider(), all.quota(), narrowed(all.cpu(), rentedCpu[quota], share),
                narrowed(all.memory(), rentedMemory[quota], share), narrowed(all.hosts(), rentedHosts[quota], share));
    }

    private static long narrowed(long all, long used, LongUnaryOperator share) {
        return all == Long.MAX_VALUE ? all : used + share.applyAsLong(all - used);
    }

    /** Hard penalty of a host's disk. */
    long diskOver(Seat seat) {
        return considered.disk() ? HardWeight.memoryOver(disk[seat.index()], seat.terms().diskFree()) : 0;
    }

    /** Whether the tenant's disk has room there. */
    boolean fits(Tenant tenant, int host) {
        return !considered.disk() || disk[host] + tenant.disk(tables.seat(host)) <= tables.seat(host).terms().diskFree();
    }

    /** Cents per month of all open hosts, where there is a limit, and of what leaves sites. */
    long money() {
        return money + egress.cents();
    }

    /** Hard penalty of what all that costs. */
    long over() {
        return considered.over(money());
    }
}
