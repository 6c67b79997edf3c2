package org.caravan.solver.cluster;

import org.caravan.solver.candidates.SiteCandidates;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.HostClasses;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.IncrementalScore;

/**
 * Penalties for placing an instance at a site, used when a cluster chooses sites. They cover a share of the opening cost, a move, and the
 * scarcity of addresses.
 */
final class SitePenalties {

    /** Penalty that outweighs any link, so that instances go to the preferred site if it is feasible for them. */
    static final double APART = 1e9;
    static final double NOWHERE = 10 * APART;
    /** Points. */
    private static final double LITTLE = 1;
    /** Fraction of the mean cost of an instance. */
    private static final double LAST_ADDRESS = 0.05;

    private final CompiledProblem tables;
    private final DomainIndex index;
    private final HostClasses groups;
    private final IncrementalScore score;
    private final SiteCandidates hosts;
    private double lastAddress;

    /** @param score current usage of hosts */
    SitePenalties(CompiledProblem tables, DomainIndex index, IncrementalScore score) {
        this.tables = tables;
        this.index = index;
        this.groups = index.groups();
        this.score = score;
        this.hosts = new SiteCandidates(tables, index, score);
    }

    /**
     * Cost of a host for the instance at the site. Includes a share of the opening cost if no open host has capacity; a high penalty if no
     * host has capacity at all.
     */
    double charge(PlacedInstance tenant, int site) {
        if (!score.slots().has(site)) {
            return withItsAddress(tenant, site);
        }
        if (hosts.openHasRoom(tenant, site)) {
            return move(tenant, site) + crowd(site);
        }
        double lowest = Double.POSITIVE_INFINITY;
        for (int[] alike : index.kinds(tenant.index(), site)) {
            int host = hosts.closed(alike);
            if (host >= 0 && score.memoryLeft(tenant, host) >= 0) {
                lowest = Math.min(lowest, tables.seat(host).cents() * share(tenant, tables.seat(host)));
            }
        }
        return Math.min(APART / 2, lowest + move(tenant, site) + crowd(site));
    }

    /** Cost if only the host that already provides the instance's address is available. */
    private double withItsAddress(PlacedInstance tenant, int site) {
        Position seat = tenant.now() < 0 ? null : tables.seat(tenant.now());
        if (seat == null || seat.site() != site || tenant.needsSlot(seat) || !index.may(tenant.index(), seat) || score.memoryLeft(tenant, seat.index()) < 0) {
            return APART / 2;
        }
        return (score.isOpen(seat.index()) ? 0 : seat.cents() * share(tenant, seat)) + move(tenant, site) + crowd(site);
    }

    /** Sets the additional value of the last address of a site compared with an empty site, from the current cost of all instances. */
    void priceAddresses() {
        lastAddress = LAST_ADDRESS * score.soft() / tables.tenants().size();
    }

    /**
     * Scarcity of addresses: keeps them for instances that depend on the site, because many instances can use several sites at equal cost.
     */
    private double crowd(int site) {
        double taken = score.slots().taken(site);
        return lastAddress * taken * taken * taken;
    }

    /** Like {@link #charge}, with all hosts empty. */
    double wish(PlacedInstance tenant, int site) {
        double lowest = APART / 2;
        double crowd = crowd(site);
        for (int group : index.groupsAt(tenant, site)) {
            Position seat = groups.seat(group);
            if (tenant.memory(seat) <= seat.memoryFree() && tenant.cpu(seat) <= seat.cpuFree()) {
                lowest = Math.min(lowest, seat.cents() * share(tenant, seat) + move(tenant, site) + crowd);
            }
        }
        return lowest;
    }

    /**
     * Minimum over several sites, with a small surcharge. A site that is only slightly better is not considered individually, because many
     * instances can use any site at equal cost.
     */
    double leastWish(PlacedInstance tenant, int[] at) {
        double least = NOWHERE;
        for (int site : at) {
            least = Math.min(least, wish(tenant, site));
        }
        return least + LITTLE;
    }

    private double move(PlacedInstance tenant, int site) {
        boolean here = tenant.now() >= 0 && tables.seat(tenant.now()).site() == site;
        return tenant.placed() && !here ? tenant.moveCents() : 0;
    }

    private static double share(PlacedInstance tenant, Position seat) {
        return Math.max(tenant.cpuShare(seat), tenant.memoryShare(seat));
    }
}
