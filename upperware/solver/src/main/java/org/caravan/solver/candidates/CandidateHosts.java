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
    private final int[] seats;
    private int count;

    public CandidateHosts(CompiledProblem tables, DomainIndex index, IncrementalScore score) {
        this.tables = tables;
        this.index = index;
        this.score = score;
        this.hosts = new SiteCandidates(tables, index, score);
        this.siteCents = new long[tables.sites()];
        this.fromUsers = new long[tables.sites()];
        this.nearest = new int[tables.sites()];
        this.seats = new int[tables.sites() * PER_SITE];
    }

    /** Finds candidates for an unplaced instance at up to {@code sites} sites. */
    public void find(PlacedInstance tenant, int sites) {
        count = 0;
        int near = nearest(tenant.index(), sites);
        for (int i = 0; i < near; i++) {
            addAt(tenant, nearest[i]);
        }
    }

    /** Finds candidates at one feasible site; if none has capacity, at up to {@code sites} near sites. */
    public void findAt(PlacedInstance tenant, int site, int sites) {
        count = 0;
        if (!addAt(tenant, site)) {
            find(tenant, sites);
        }
    }

    /** Returns candidates for an unplaced instance at all sites worth trying. */
    public int[] all(PlacedInstance tenant, Worth worth) {
        count = 0;
        int reached = nearest(tenant.index(), tables.sites());
        for (int i = 0; i < reached; i++) {
            if (worth.trying(nearest[i], siteCents[nearest[i]])) {
                addAt(tenant, nearest[i]);
            }
        }
        return Arrays.copyOf(seats, count);
    }

    public int count() {
        return count;
    }

    public int seat(int number) {
        return seats[number];
    }

    private int nearest(int tenant, int limit) {
        compute(tenant);
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
    private void compute(int tenant) {
        computeFromUsers(tenant);
        for (int site = 0; site < siteCents.length; site++) {
            siteCents[site] = index.at(tenant, site).length == 0 ? OUT_OF_REACH : fromUsers[site];
        }
        for (LinkModel link : tables.linksOf()[tenant]) {
            boolean calls = link.from() == tenant;
            int peer = link.from() >= tables.tenants().size() ? Position.NONE : score.seatOf(calls ? link.to() : link.from());
            if (peer != Position.NONE) {
                plus(link, calls, tables.seat(peer).site());
            }
        }
        boolean coupled = tables.couplings().of(tenant).length > 0;
        for (int site = 0; coupled && site < siteCents.length; site++) {
            siteCents[site] += siteCents[site] == OUT_OF_REACH ? 0 : tables.couplings().away(tenant, site, tables, score::seatOf);
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

    private void computeFromUsers(int tenant) {
        if (usersOf == tenant) {
            return;
        }
        usersOf = tenant;
        int tenants = tables.tenants().size();
        Arrays.fill(fromUsers, 0);
        for (LinkModel link : tables.linksOf()[tenant]) {
            for (int site = 0; link.from() >= tenants && site < fromUsers.length; site++) {
                int relation = tables.ways().ofUsers(link.from() - tenants, site);
                boolean known = fromUsers[site] != OUT_OF_REACH && link.reachable(relation);
                fromUsers[site] = known ? fromUsers[site] + link.cents(relation) : OUT_OF_REACH;
            }
        }
    }

    /** @return whether a host has capacity */
    private boolean addAt(PlacedInstance tenant, int site) {
        int fullest = hosts.fullest(tenant, site);
        int cheapest = hosts.cheapest(tenant, site);
        addPeers(tenant, site, fullest);
        addCoupled(tenant, site);
        add(fullest);
        add(cheapest);
        if (fullest < 0 && cheapest < 0) {
            add(index.at(tenant.index(), site)[0]);
            return false;
        }
        return score.slots().has(tenant, tables.seat(seats[0]));
    }

    private void addPeers(PlacedInstance tenant, int site, int but) {
        int added = 0;
        for (LinkModel link : tables.linksOf()[tenant.index()]) {
            int peer = link.from() == tenant.index() ? link.to() : link.from();
            int seat = peer < tables.tenants().size() ? score.seatOf(peer) : Position.NONE;
            boolean here = seat != Position.NONE && seat != but && tables.seat(seat).site() == site;
            if (here && added < 2 && index.may(tenant.index(), seat, site) && score.memoryLeft(tenant, seat) >= 0) {
                add(seat);
                added++;
            }
        }
    }

    /** Adds a host of a peer that the instance must or should share a host or site with. */
    private void addCoupled(PlacedInstance tenant, int site) {
        for (Affinity coupled : tables.couplings().of(tenant.index())) {
            for (int peer : coupled.one() == tenant.index() ? coupled.others() : new int[] {coupled.one()}) {
                int seat = coupled.together() ? score.seatOf(peer) : Position.NONE;
                if (seat != Position.NONE && tables.seat(seat).site() == site && index.may(tenant.index(), tables.seat(seat))) {
                    add(seat);
                    return;
                }
            }
        }
    }

    private void add(int seat) {
        if (seat >= 0) {
            seats[count++] = seat;
        }
    }

    @Override
    public String toString() {
        return Arrays.toString(Arrays.copyOf(seats, count));
    }
}
