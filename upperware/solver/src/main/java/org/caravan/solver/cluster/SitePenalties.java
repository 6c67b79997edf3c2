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
    double charge(PlacedInstance instance, int site) {
        if (!score.slots().has(site)) {
            return withItsAddress(instance, site);
        }
        if (hosts.openHasRoom(instance, site)) {
            return move(instance, site) + crowd(site);
        }
        double lowest = Double.POSITIVE_INFINITY;
        for (int[] alike : index.kinds(instance.index(), site)) {
            int host = hosts.closed(alike);
            if (host >= 0 && score.memoryLeft(instance, host) >= 0) {
                lowest = Math.min(lowest, tables.position(host).cents() * share(instance, tables.position(host)));
            }
        }
        return Math.min(APART / 2, lowest + move(instance, site) + crowd(site));
    }

    /** Cost if only the host that already provides the instance's address is available. */
    private double withItsAddress(PlacedInstance instance, int site) {
        Position position = instance.now() < 0 ? null : tables.position(instance.now());
        if (position == null || position.site() != site || instance.needsSlot(position) || !index.may(instance.index(), position)
                || score.memoryLeft(instance, position.index()) < 0) {
            return APART / 2;
        }
        return (score.isOpen(position.index()) ? 0 : position.cents() * share(instance, position)) + move(instance, site) + crowd(site);
    }

    /** Sets the additional value of the last address of a site compared with an empty site, from the current cost of all instances. */
    void priceAddresses() {
        lastAddress = LAST_ADDRESS * score.soft() / tables.instances().size();
    }

    /**
     * Scarcity of addresses: keeps them for instances that depend on the site, because many instances can use several sites at equal cost.
     */
    private double crowd(int site) {
        double taken = score.slots().taken(site);
        return lastAddress * taken * taken * taken;
    }

    /** Like {@link #charge}, with all hosts empty. */
    double wish(PlacedInstance instance, int site) {
        double lowest = APART / 2;
        double crowd = crowd(site);
        for (int group : index.groupsAt(instance, site)) {
            Position position = groups.position(group);
            if (instance.memory(position) <= position.memoryFree() && instance.cpu(position) <= position.cpuFree()) {
                lowest = Math.min(lowest, position.cents() * share(instance, position) + move(instance, site) + crowd);
            }
        }
        return lowest;
    }

    /**
     * Minimum over several sites, with a small surcharge. A site that is only slightly better is not considered individually, because many
     * instances can use any site at equal cost.
     */
    double leastWish(PlacedInstance instance, int[] at) {
        double least = NOWHERE;
        for (int site : at) {
            least = Math.min(least, wish(instance, site));
        }
        return least + LITTLE;
    }

    private double move(PlacedInstance instance, int site) {
        boolean here = instance.now() >= 0 && tables.position(instance.now()).site() == site;
        return instance.placed() && !here ? instance.moveCents() : 0;
    }

    private static double share(PlacedInstance instance, Position position) {
        return Math.max(instance.cpuShare(position), instance.memoryShare(position));
    }
}
