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
        this.prices = new ClusterMultipliers(cluster.length, tables.journeys().size());
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
        for (int journey : links.journeys()) {
            least -= prices.promise(journey);
        }
        for (int v = 0; v < cluster.length; v++) {
            int group = group(v);
            if (group >= 0) {
                Position seat = groups.seat(group);
                PlacedInstance tenant = tables.tenant(cluster[v]);
                taken.cpu()[group] += tenant.cpuShare(seat);
                taken.memory()[group] += tenant.memoryShare(seat);
                taken.disk()[group] += tenant.diskShare(seat);
                taken.slots()[seat.site()] += needsSlot(tenant, group) ? 1 : 0;
            }
        }
        return least;
    }

    /** Host class of an instance in the last evaluation. */
    private int group(int v) {
        return chosen[v][links.value(v)];
    }

    private double[] alone(int v, HostMultipliers hosts) {
        PlacedInstance tenant = tables.tenant(cluster[v]);
        int[][] bySite = groups.bySite(tenant);
        double[] alone = new double[sites.values(v)];
        chosen[v] = new int[alone.length];
        for (int value = 0; value < alone.length; value++) {
            alone[value] = LinkCostTable.NEVER;
            chosen[v][value] = -1;
            for (int site : sites.sites(v, value)) {
                for (int group : bySite[site]) {
                    double cost = hosts.closed(group) ? LinkCostTable.NEVER : cost(v, tenant, group, hosts);
                    if (cost < alone[value]) {
                        alone[value] = cost;
                        chosen[v][value] = group;
                    }
                }
            }
        }
        return alone;
    }

    private double cost(int v, PlacedInstance tenant, int group, HostMultipliers hosts) {
        Position seat = groups.seat(group);
        boolean here = tenant.now() >= 0 && groups.of(tenant.now()) == group;
        return hosts.share(tenant, seat, group)
                + (hosts.paid(group) ? 0 : prices.opening(v, group))
                + (needsSlot(tenant, group) ? hosts.slot(seat.site()) : 0)
                + (tenant.placed() && !here ? tenant.moveCents() : 0)
                + tenant.power(seat) + tenant.startup(seat);
    }

    /** Whether the instance needs a new address. An address is free if the host class can contain the host that already provides it. */
    private boolean needsSlot(PlacedInstance tenant, int group) {
        return tenant.now() < 0 || groups.of(tenant.now()) != group || tenant.needsSlot(tables.seat(tenant.now()));
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
        for (int journey : links.journeys()) {
            square += prices.approachPromise(journey, links.over(journey), part);
        }
        return square;
    }

    /** Takes a subgradient step. @return whether more sites are considered individually from now on */
    public boolean climb(double step) {
        for (int v = 0; v < cluster.length; v++) {
            prices.climbOpening(v, step);
        }
        for (int journey : links.journeys()) {
            prices.climbPromise(journey, step);
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
        return group >= 0 && groups.seat(group).cents() > 0 ? group : -1;
    }

    public void keepPrices() {
        best = prices.copy();
    }

    public void backToKept() {
        prices = best.copy();
    }
}
