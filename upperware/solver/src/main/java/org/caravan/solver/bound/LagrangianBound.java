package org.caravan.solver.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.caravan.solver.cluster.ClusterCosts;
import org.caravan.solver.cluster.CouplingConstraints;
import org.caravan.solver.cluster.HostMultipliers;
import org.caravan.solver.model.Clusters;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.HostClasses;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.LinkCost;
import org.caravan.solver.score.SearchProgress;
import org.caravan.solver.search.ExhaustiveSearch;

/**
 * Lagrangian bound on the score of any placement. Host capacities, addresses, cost limits, quotas, integral opening of hosts and SLOs are
 * relaxed with multipliers. The rest decomposes into clusters, each solved exactly over sites. Subgradient steps raise the multipliers of
 * violated constraints until the bound stops improving.
 */
public final class LagrangianBound {

    /** Limit on the number of additions; a large problem gets fewer rounds. */
    private static final double WORK = 4e9;
    private static final int ROUNDS = 1_500;
    private static final int FEW = 20;
    /** Minimum step size, as a fraction of the distance to the target. */
    private static final double LEAST_STEP = 0.002;
    private static final int PATIENCE = 20;
    /**
     * Weight of the newest violation in the moving average that the multipliers follow; the newest violation alone makes them oscillate.
     */
    private static final double NEWEST = 0.5;
    /** Maximum number of times that sites are added before the multipliers change. */
    private static final int WIDER = 12;

    private final CompiledProblem tables;
    private final HostClasses groups;
    private final List<ClusterCosts> clusters = new ArrayList<>();
    private final CouplingConstraints limits;
    private HostMultipliers prices;
    /** Moving average of the violations of host constraints. */
    private final HostMultipliers.Taken broken;

    public LagrangianBound(CompiledProblem tables) {
        this.tables = tables;
        this.groups = new HostClasses(tables);
        this.limits = new CouplingConstraints(tables, groups);
        this.prices = new HostMultipliers(groups.size(), tables.sites(), limits);
        this.broken = prices.nothing();
        DomainIndex index = new DomainIndex(tables);
        LinkCost known = new LinkCost(tables);
        new Clusters(tables).all().forEach(cluster -> clusters.add(new ClusterCosts(tables, known, groups, index, cluster)));
        boolean memoryIsScarce = scarceMemory();
        for (int group = 0; group < groups.size(); group++) {
            if (memoryIsScarce) {
                prices.addMemory(group, groups.position(group).cents());
            } else {
                prices.addCpu(group, groups.position(group).cents());
            }
        }
    }

    /** Returns a lower bound. @param reached soft score of a feasible placement, the target of the bound */
    public long below(long reached) {
        if (ExhaustiveSearch.isQuick(tables)) {
            return ExhaustiveSearch.least(tables, reached);
        }
        return relaxed(reached);
    }

    /** Like {@link #below}, but without exhaustive search for small problems. */
    long relaxed(long reached) {
        // Queueing delay at replicas does not depend on the placement.
        long waiting = tables.considered().queues().waiting();
        return waiting + ofPlaces(reached - waiting);
    }

    private long ofPlaces(long reached) {
        double best = climbed(reached);
        if (best < reached - 1) {
            best = Math.max(best, new FacilityOpeningBound(groups, limits, clusters, prices, tables.slotsFree()).below(reached, WORK / 4));
        }
        // Scores are integers. The tolerance compensates floating-point errors, so that the bound stays valid.
        return Math.min(reached, (long) Math.ceil(best - 1e-6 * Math.abs(best) - 1e-3));
    }

    /** Leaves the best multipliers found. */
    private double climbed(long reached) {
        clusters.forEach(cluster -> cluster.widen(prices, prices.nothing(), WIDER));
        double best = 0;
        HostMultipliers kept = prices.copy();
        double step = 1;
        int unimproved = 0;
        // Aggregated sites are underestimated, so rounds that add sites do not show whether the step is too long.
        boolean widened = false;
        double work = 0;
        for (int round = 0; round < ROUNDS && step > LEAST_STEP && best < reached - 1 && (round < FEW || work < WORK); round++) {
            SearchProgress.look("computes the lower bound");
            work += clusters.stream().mapToDouble(ClusterCosts::work).sum();
            HostMultipliers.Taken taken = prices.nothing();
            boolean[] open = new boolean[groups.size()];
            double bound = round(taken, open);
            if (bound > best) {
                best = bound;
                kept = prices.copy();
                clusters.forEach(ClusterCosts::keepPrices);
                unimproved = 0;
            } else if (!widened && ++unimproved % PATIENCE == 0) {
                step /= 2;
            }
            widened = climb(taken, open, step * (reached - bound));
        }
        prices = kept;
        clusters.forEach(ClusterCosts::backToKept);
        return best;
    }

    /** @param taken set to the violation: usage minus open or free capacity; @param open set to whether any host of the class is open */
    private double round(HostMultipliers.Taken taken, boolean[] open) {
        double sum = -prices.fixed(tables.slotsFree());
        double[] opening = new double[groups.size()];
        for (ClusterCosts cluster : clusters) {
            sum += cluster.least(prices, taken);
            cluster.addOpening(opening);
        }
        for (int group = 0; group < open.length; group++) {
            long hosts = limits.opened(group, prices, opening[group]);
            open[group] = hosts > 0;
            sum += limits.rent(group, prices, opening[group]);
            taken.cpu()[group] -= hosts;
            taken.memory()[group] -= hosts;
            taken.disk()[group] -= hosts;
            for (int limit = 0; limit < limits.count(); limit++) {
                taken.limits()[limit] += hosts * limits.part(limit, group);
            }
        }
        for (int limit = 0; limit < limits.count(); limit++) {
            taken.limits()[limit] -= 1;
        }
        for (int site = 0; site < tables.sites(); site++) {
            taken.slots()[site] -= tables.slotsFree()[site];
        }
        return sum;
    }

    /** @return whether more sites are considered individually from now on */
    private boolean climb(HostMultipliers.Taken over, boolean[] open, double far) {
        broken.approach(over, NEWEST);
        double square = prices.farSquared(broken);
        for (ClusterCosts cluster : clusters) {
            square += cluster.approach(open, NEWEST);
        }
        if (square == 0) {
            return false;
        }
        double step = far / square;
        prices.climb(broken, step);
        boolean widened = false;
        for (ClusterCosts cluster : clusters) {
            widened |= cluster.climb(step);
        }
        return widened;
    }

    private boolean scarceMemory() {
        double cpu = 0;
        double memory = 0;
        for (PlacedInstance instance : tables.instances()) {
            cpu += Arrays.stream(instance.demand().cpu()).average().orElse(0);
            memory += Arrays.stream(instance.demand().memory()).average().orElse(0);
        }
        double cpuFree = tables.positions().stream().mapToDouble(Position::cpuFree).sum();
        double memoryFree = tables.positions().stream().mapToDouble(Position::memoryFree).sum();
        return memory * cpuFree >= cpu * memoryFree;
    }
}
