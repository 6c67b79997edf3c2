package org.caravan.solver.candidates;

import java.util.Arrays;
import org.caravan.solver.model.Affinity;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PathTable;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.score.LinkCost;

/**
 * Candidate hosts of an instance while some of its peers are placed, at the nearest sites. For each site: hosts of peers, the open host
 * with the least remaining memory, and the cheapest closed host.
 */
public final class CandidateHosts {

    /** Larger than the cost of every reachable site. */
    private static final long OUT_OF_REACH = Long.MAX_VALUE;
    private static final int PER_SITE = 5;

    /** Decides which sites are tried. */
    public interface Worth {
        /** @param cents cost at the site of the links to users and placed peers, if not on a peer's host */
        boolean trying(int site, long cents);
    }

    private final CompiledProblem tables;
    private final DomainIndex index;
    private final IncrementalScore score;
    private final SiteCandidates hosts;
    private final long[] siteCents;
    /** Cost by site of the links from users to one instance; independent of its peers. */
    private final long[] fromUsers;
    private int usersOf = Position.NONE;
    private final int[] nearest;
    private final int[] positions;
    private int count;

    public CandidateHosts(CompiledProblem tables, DomainIndex index, IncrementalScore score) {
        this.tables = tables;
        this.index = index;
        this.score = score;
        this.hosts = new SiteCandidates(tables, index, score);
        this.siteCents = new long[tables.sites()];
        this.fromUsers = new long[tables.sites()];
        this.nearest = new int[tables.sites()];
        this.positions = new int[tables.sites() * PER_SITE];
    }

    /** Finds candidates for an unplaced instance at up to {@code sites} sites. */
    public void find(PlacedInstance instance, int sites) {
        count = 0;
        int near = nearest(instance.index(), sites);
        for (int i = 0; i < near; i++) {
            addAt(instance, nearest[i]);
        }
    }

    /** Finds candidates at one feasible site; if none has capacity, at up to {@code sites} near sites. */
    public void findAt(PlacedInstance instance, int site, int sites) {
        count = 0;
        if (!addAt(instance, site)) {
            find(instance, sites);
        }
    }

    /** Returns candidates for an unplaced instance at all sites worth trying. */
    public int[] all(PlacedInstance instance, Worth worth) {
        count = 0;
        int reached = nearest(instance.index(), tables.sites());
        for (int i = 0; i < reached; i++) {
            if (worth.trying(nearest[i], siteCents[nearest[i]])) {
                addAt(instance, nearest[i]);
            }
        }
        return Arrays.copyOf(positions, count);
    }

    public int count() {
        return count;
    }

    public int position(int number) {
        return positions[number];
    }

    private int nearest(int instance, int limit) {
        compute(instance);
        int found = 0;
        for (int site = 0; site < siteCents.length; site++) {
            if (siteCents[site] == OUT_OF_REACH || found == limit && siteCents[site] >= siteCents[nearest[found - 1]]) {
                continue;
            }
            int at = found < limit ? found++ : found - 1;
            while (at > 0 && siteCents[nearest[at - 1]] > siteCents[site]) {
                nearest[at] = nearest[at - 1];
                at--;
            }
            nearest[at] = site;
        }
        return found;
    }

    /**
     * Computes by site the cost of links to users and placed peers; {@link #OUT_OF_REACH} if the site is infeasible or a path is missing.
     */
    private void compute(int instance) {
        computeFromUsers(instance);
        for (int site = 0; site < siteCents.length; site++) {
            siteCents[site] = index.at(instance, site).length == 0 ? OUT_OF_REACH : fromUsers[site];
        }
        for (LinkModel link : tables.linksOf()[instance]) {
            boolean calls = link.from() == instance;
            int peer = link.from() >= tables.instances().size() ? Position.NONE : score.positionOf(calls ? link.to() : link.from());
            if (peer != Position.NONE) {
                plus(link, calls, tables.position(peer).site());
            }
        }
        boolean coupled = tables.couplings().of(instance).length > 0;
        for (int site = 0; coupled && site < siteCents.length; site++) {
            siteCents[site] += siteCents[site] == OUT_OF_REACH ? 0 : tables.couplings().away(instance, site, tables, score::positionOf);
        }
    }

    private void plus(LinkModel link, boolean calls, int peerSite) {
        PathTable ways = tables.ways();
        for (int site = 0; site < siteCents.length; site++) {
            if (siteCents[site] != OUT_OF_REACH) {
                long cents = score.cents(link, calls ? ways.apart(site, peerSite) : ways.apart(peerSite, site));
                siteCents[site] = cents == LinkCost.NO_PATH ? OUT_OF_REACH : siteCents[site] + cents;
            }
        }
    }

    private void computeFromUsers(int instance) {
        if (usersOf == instance) {
            return;
        }
        usersOf = instance;
        int instances = tables.instances().size();
        Arrays.fill(fromUsers, 0);
        for (LinkModel link : tables.linksOf()[instance]) {
            for (int site = 0; link.from() >= instances && site < fromUsers.length; site++) {
                int relation = tables.ways().ofUsers(link.from() - instances, site);
                boolean known = fromUsers[site] != OUT_OF_REACH && link.reachable(relation);
                fromUsers[site] = known ? fromUsers[site] + link.cents(relation) : OUT_OF_REACH;
            }
        }
    }

    /** @return whether a host has capacity */
    private boolean addAt(PlacedInstance instance, int site) {
        int fullest = hosts.fullest(instance, site);
        int cheapest = hosts.cheapest(instance, site);
        addPeers(instance, site, fullest);
        addCoupled(instance, site);
        add(fullest);
        add(cheapest);
        if (fullest < 0 && cheapest < 0) {
            add(index.at(instance.index(), site)[0]);
            return false;
        }
        return score.slots().has(instance, tables.position(positions[0]));
    }

    private void addPeers(PlacedInstance instance, int site, int but) {
        int added = 0;
        for (LinkModel link : tables.linksOf()[instance.index()]) {
            int peer = link.from() == instance.index() ? link.to() : link.from();
            int position = peer < tables.instances().size() ? score.positionOf(peer) : Position.NONE;
            boolean here = position != Position.NONE && position != but && tables.position(position).site() == site;
            if (here && added < 2 && index.may(instance.index(), position, site) && score.memoryLeft(instance, position) >= 0) {
                add(position);
                added++;
            }
        }
    }

    /** Adds a host of a peer that the instance must or should share a host or site with. */
    private void addCoupled(PlacedInstance instance, int site) {
        for (Affinity coupled : tables.couplings().of(instance.index())) {
            for (int peer : coupled.one() == instance.index() ? coupled.others() : new int[] {coupled.one()}) {
                int position = coupled.together() ? score.positionOf(peer) : Position.NONE;
                if (position != Position.NONE && tables.position(position).site() == site
                        && index.may(instance.index(), tables.position(position))) {
                    add(position);
                    return;
                }
            }
        }
    }

    private void add(int position) {
        if (position >= 0) {
            positions[count++] = position;
        }
    }

    @Override
    public String toString() {
        return Arrays.toString(Arrays.copyOf(positions, count));
    }
}
