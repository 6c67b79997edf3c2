package org.caravan.solver.cluster;

import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.HostClasses;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.ClusterSites;
import org.caravan.solver.score.LinkCost;
import org.caravan.solver.score.LinkCostTable;

/** Lower bound on the cost of one cluster by the sites of its instances, with multipliers for host capacity, host opening and SLOs. */
public final class ClusterCosts {

    private final CompiledProblem tables;
    private final HostClasses groups;
    private final int[] cluster;
    private final ClusterSites sites;
    private final ClusterCostTable links;
    private ClusterMultipliers prices;
    private ClusterMultipliers best;
    /** Host class chosen for each instance of the cluster and each value, at the current multipliers. */
    private final int[][] chosen;

    public ClusterCosts(CompiledProblem tables, LinkCost known, HostClasses groups, DomainIndex index, int[] cluster) {
        this.tables = tables;
        this.groups = groups;
        this.cluster = cluster;
        this.sites = new ClusterSites(tables, known, index, cluster);
        this.links = new ClusterCostTable(tables, known, sites, cluster, true);
        this.chosen = new int[cluster.length][];
        this.prices = new ClusterMultipliers(cluster.length, tables.requestPaths().size());
        this.best = prices.copy();
    }

    /** Approximate number of additions per evaluation. */
    public double work() {
        return links.work();
    }

    /** Returns the minimum cost at these multipliers. @param taken increased by the resources that the cluster uses */
    public double least(HostMultipliers hosts, HostMultipliers.Taken taken) {
        double[][] alone = new double[cluster.length][];
        for (int v = 0; v < cluster.length; v++) {
            alone[v] = alone(v, hosts);
        }
        double least = links.least(alone, prices.promises());
        for (int requestPath : links.requestPaths()) {
            least -= prices.promise(requestPath);
        }
        for (int v = 0; v < cluster.length; v++) {
            int group = group(v);
            if (group >= 0) {
                Position position = groups.position(group);
                PlacedInstance instance = tables.instance(cluster[v]);
                taken.cpu()[group] += instance.cpuShare(position);
                taken.memory()[group] += instance.memoryShare(position);
                taken.disk()[group] += instance.diskShare(position);
                taken.slots()[position.site()] += needsSlot(instance, group) ? 1 : 0;
            }
        }
        return least;
    }

    /** Host class of an instance in the last evaluation. */
    private int group(int v) {
        return chosen[v][links.value(v)];
    }

    private double[] alone(int v, HostMultipliers hosts) {
        PlacedInstance instance = tables.instance(cluster[v]);
        int[][] bySite = groups.bySite(instance);
        double[] alone = new double[sites.values(v)];
        chosen[v] = new int[alone.length];
        for (int value = 0; value < alone.length; value++) {
            alone[value] = LinkCostTable.NEVER;
            chosen[v][value] = -1;
            for (int site : sites.sites(v, value)) {
                for (int group : bySite[site]) {
                    double cost = hosts.closed(group) ? LinkCostTable.NEVER : cost(v, instance, group, hosts);
                    if (cost < alone[value]) {
                        alone[value] = cost;
                        chosen[v][value] = group;
                    }
                }
            }
        }
        return alone;
    }

    private double cost(int v, PlacedInstance instance, int group, HostMultipliers hosts) {
        Position position = groups.position(group);
        boolean here = instance.now() >= 0 && groups.of(instance.now()) == group;
        return hosts.share(instance, position, group)
                + (hosts.paid(group) ? 0 : prices.opening(v, group))
                + (needsSlot(instance, group) ? hosts.slot(position.site()) : 0)
                + (instance.placed() && !here ? instance.moveCents() : 0)
                + instance.power(position) + instance.startup(position) + instance.service(position);
    }

    /** Whether the instance needs a new address. An address is free if the host class can contain the host that already provides it. */
    private boolean needsSlot(PlacedInstance instance, int group) {
        return instance.now() < 0 || groups.of(instance.now()) != group || instance.needsSlot(tables.position(instance.now()));
    }

    /** Adds the multipliers that instances pay for the opening of any host of a class, by host class. */
    public void addOpening(double[] sums) {
        prices.addOpening(sums);
    }

    /**
     * Moves the mean violation of the relaxed constraints towards that of the last evaluation.
     *
     * @param open by host class; @param part step of the moving average, as a fraction
     * @return squared norm of the mean violation
     */
    public double approach(boolean[] open, double part) {
        double square = 0;
        for (int v = 0; v < cluster.length; v++) {
            square += prices.approachOpening(v, linked(v), open, part);
        }
        for (int requestPath : links.requestPaths()) {
            square += prices.approachPromise(requestPath, links.over(requestPath), part);
        }
        return square;
    }

    /** Takes a subgradient step. @return whether more sites are considered individually from now on */
    public boolean climb(double step) {
        for (int v = 0; v < cluster.length; v++) {
            prices.climbOpening(v, step);
        }
        for (int requestPath : links.requestPaths()) {
            prices.climbPromise(requestPath, step);
        }
        boolean wider = links.widenFar();
        links.settled();
        return wider;
    }

    /**
     * Considers more sites individually at the given multipliers until no instance chooses an aggregated site, at most {@code times}
     * times.
     */
    public void widen(HostMultipliers hosts, HostMultipliers.Taken unused, int times) {
        boolean wider = true;
        for (int time = 0; wider && time < times; time++) {
            least(hosts, unused);
            wider = links.widenFar();
        }
        links.settled();
    }

    /** Host class whose opening the instance depends on; -1 if there is none or the class is free of charge. */
    private int linked(int v) {
        int group = group(v);
        return group >= 0 && groups.position(group).cents() > 0 ? group : -1;
    }

    public void keepPrices() {
        best = prices.copy();
    }

    public void backToKept() {
        prices = best.copy();
    }
}
