package org.caravan.solver.score;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import org.caravan.problem.EgressPrices;
import org.caravan.solver.model.ActiveDimensions;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.ExcessPrices;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PenaltyWeights;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.QuotaLeft;
import org.caravan.solver.model.QuotaShare;
import org.caravan.solver.model.ScoreTerm;
import org.caravan.solver.model.Utilities;

/** Incremental usage of disk, GPUs, cost, quotas, power and start-up, updated as instances are placed and removed. */
public final class ResourceUsage {

    private final CompiledProblem tables;
    private final ActiveDimensions considered;
    private final boolean any;
    private final EgressUsage egress;
    private final UtilityUsage utility;
    private final long[] disk;
    private final long[] gpus;
    /** By quota. */
    private final long[] rentedCpu;
    private final long[] rentedMemory;
    private final long[] rentedHosts;
    private long quotasOver;
    private long money;

    ResourceUsage(CompiledProblem tables) {
        this.tables = tables;
        this.considered = tables.considered();
        this.any = considered.any();
        this.egress = new EgressUsage(tables);
        this.utility = new UtilityUsage(tables);
        this.disk = new long[considered.disk() ? tables.hosts() : 0];
        this.gpus = new long[considered.gpu() ? tables.hosts() : 0];
        this.rentedCpu = new long[considered.quotas().size()];
        this.rentedMemory = new long[rentedCpu.length];
        this.rentedHosts = new long[rentedCpu.length];
    }

    /** @param sign 1 to place, -1 to remove; @param residents number of instances on the host afterwards */
    void count(PlacedInstance instance, Position position, int sign, long residents) {
        if (considered.disk()) {
            disk[position.index()] += sign * instance.disk(position);
        }
        if (considered.gpu()) {
            gpus[position.index()] += sign * instance.gpus(position);
        }
        // Without active dimensions, the access to the host's terms is skipped to save time.
        if (any && residents == (sign > 0 ? 1 : 0)) {
            money += sign * position.terms().money();
            rent(position.terms().rented(), sign);
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
    void add(long[] parts, PlacedInstance instance, Position position, int sign) {
        if (any) {
            parts[ScoreTerm.POWER.ordinal()] += sign * instance.power(position);
            parts[ScoreTerm.STARTUP.ordinal()] += sign * instance.startup(position);
            parts[ScoreTerm.SERVICE.ordinal()] += sign * instance.service(position);
            parts[ScoreTerm.BUDGET.ordinal()] = over();
            parts[ScoreTerm.QUOTA.ordinal()] = quotasOver;
        }
    }

    /** Adds the contribution of a host to the score. The price in points includes idle power. */
    void add(long[] parts, Position position, boolean open, int sign) {
        if (any) {
            long idle = open ? sign * position.terms().idle() : 0;
            parts[ScoreTerm.DISK.ordinal()] += sign * diskOver(position);
            parts[ScoreTerm.GPU.ordinal()] += sign * gpusOver(position);
            parts[ScoreTerm.POWER.ordinal()] += idle;
            parts[ScoreTerm.COST.ordinal()] -= idle;
        }
    }

    /** Whether anything depends on the relations of links. */
    boolean mindsLinks() {
        return egress.any() || utility.any();
    }

    /** Updates egress and utility after the relation of a link has changed; {@link Position#NONE} means none. */
    void related(LinkModel link, int is, long[] parts) {
        if (egress.any()) {
            egress.related(link, is, parts);
            parts[ScoreTerm.BUDGET.ordinal()] = over();
        }
        if (utility.any()) {
            utility.related(link, is);
        }
    }

    /**
     * Updates the utility, and goals with parallel calls, after an instance was moved and all its links were updated. @param instance
     * index, or
     * {@link Position#NONE} @param positionOf by instance
     */
    void placed(int instance, int[] positionOf, long[] parts) {
        if (utility.any()) {
            utility.placed(instance, positionOf);
            parts[ScoreTerm.UTILITY.ordinal()] = utility.points(money(), positionOf);
            parts[ScoreTerm.PARALLEL.ordinal()] = utility.parallelPoints();
        }
    }

    /** Bytes; 0 if disk is not considered. */
    public long diskUsed(int host) {
        return considered.disk() ? disk[host] : 0;
    }

    /** 0 if GPUs are not considered. */
    public long gpusUsed(int host) {
        return considered.gpu() ? gpus[host] : 0;
    }

    /** Hard penalty of the GPUs of a host. */
    public long gpusOver(Position position) {
        return considered.gpu() ? PenaltyWeights.gpusOver(gpus[position.index()], position.terms().gpusFree()) : 0;
    }

    /** Quota reduced to the current usage plus a share of the rest. @param share computes the share of an amount */
    public QuotaLeft narrowed(QuotaLeft all, LongUnaryOperator share) {
        int quota = all.index();
        return new QuotaLeft(quota, all.siteId(), all.provider(), all.quota(), narrowed(all.cpu(), rentedCpu[quota], share),
                narrowed(all.memory(), rentedMemory[quota], share), narrowed(all.hosts(), rentedHosts[quota], share));
    }

    /** Prices above quotas with a share of what is left of the quotas. @param share computes the share of an amount */
    public ExcessPrices narrowed(ExcessPrices all, LongUnaryOperator share) {
        return all.any() ? all.narrowed(egress.sent, share) : all;
    }

    /** Additional cost of the egress above quotas in thousandths of a cent per month, by these prices. */
    public long excessMills(ExcessPrices prices) {
        return prices.any() ? prices.mills(egress.sent) : 0;
    }

    private static long narrowed(long all, long used, LongUnaryOperator share) {
        return all == Long.MAX_VALUE ? all : used + share.applyAsLong(all - used);
    }

    /** Hard penalty of the disk of a host. */
    public long diskOver(Position position) {
        return considered.disk() ? PenaltyWeights.memoryOver(disk[position.index()], position.terms().diskFree()) : 0;
    }

    /** Whether the host has free disk and GPUs for the instance. */
    boolean fits(PlacedInstance instance, int host) {
        Position position = tables.position(host);
        return (!considered.disk() || disk[host] + instance.disk(position) <= position.terms().diskFree())
                && (!considered.gpu() || gpus[host] + instance.gpus(position) <= position.terms().gpusFree());
    }

    /** Cents per month: open hosts, if there is a limit, and egress. */
    public long money() {
        return money + egress.cents();
    }

    /** Hard penalty of the total cost. */
    public long over() {
        return considered.over(money());
    }

    /** Incremental utility, updated as instances move. */
    private static final class UtilityUsage {

        private final CompiledProblem tables;
        private final Utilities utilities;
        private final int[] relationOf;
        private final RequestLatency times;

        UtilityUsage(CompiledProblem tables) {
            this.tables = tables;
            this.utilities = tables.utilities();
            this.relationOf = new int[utilities.any() ? tables.links().size() : 0];
            Arrays.fill(relationOf, Position.NONE);
            this.times = new RequestLatency(tables, utilities.paths(), utilities.hopsOf(), utilities.hopsOfLeg(), relationOf);
        }

        boolean any() {
            return utilities.any();
        }

        /** Updates latencies after the relation of a link has changed. */
        void related(LinkModel link, int is) {
            relationOf[link.index()] = is;
            times.related(link.index());
        }

        void placed(int instance, int[] positionOf) {
            if (instance != Position.NONE) {
                times.served(instance, positionOf);
            }
        }

        long parallelPoints() {
            return utilities.parallelPoints(times::beyondLinear);
        }

        /** @param money cents per month @param positionOf by instance */
        long points(long money, int[] positionOf) {
            return utilities.points(utilities.values(tables, money, times::of, positionOf));
        }
    }

    /** Incremental usage counter of egress costs, updated as the ends of links are placed and removed. */
    private static final class EgressUsage {

        private final boolean any;
        /** Current contribution by link, in points. */
        private final long[] pointsOf;
        private final long[] millsOf;
        private final ExcessPrices excess;
        /** Current higher price by link; null if there is none. */
        private final ExcessPrices.Price[] excessOf;
        /** Bytes in a month by uplink with a higher price. */
        private final long[] sent;
        private long mills;

        EgressUsage(CompiledProblem tables) {
            this.any = tables.considered().egress();
            this.pointsOf = new long[any ? tables.links().size() : 0];
            this.millsOf = new long[pointsOf.length];
            this.excess = tables.considered().excess();
            this.excessOf = new ExcessPrices.Price[excess.any() ? tables.links().size() : 0];
            this.sent = new long[excess.all().size()];
        }

        boolean any() {
            return any;
        }

        /** Adds the change to the score. @param is current relation of the link, or {@link Position#NONE} */
        void related(LinkModel link, int is, long[] parts) {
            long points = is == Position.NONE ? 0 : link.egressCents(is);
            long paid = is == Position.NONE ? 0 : link.egressMills(is);
            parts[ScoreTerm.EGRESS.ordinal()] += points - pointsOf[link.index()];
            mills += paid - millsOf[link.index()];
            pointsOf[link.index()] = points;
            millsOf[link.index()] = paid;
            if (excess.any()) {
                ExcessPrices.Price now = excess.of(link, is);
                send(excessOf[link.index()], -link.bytes(), parts);
                send(now, link.bytes(), parts);
                excessOf[link.index()] = now;
            }
        }

        private void send(ExcessPrices.Price price, long bytes, long[] parts) {
            if (price != null) {
                int uplink = price.index();
                mills -= price.mills(sent[uplink]);
                parts[ScoreTerm.EXCESS.ordinal()] -= price.points(sent[uplink]);
                sent[uplink] += bytes;
                mills += price.mills(sent[uplink]);
                parts[ScoreTerm.EXCESS.ordinal()] += price.points(sent[uplink]);
            }
        }

        long cents() {
            return EgressPrices.cents(mills);
        }
    }
}
