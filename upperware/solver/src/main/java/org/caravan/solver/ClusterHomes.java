package org.caravan.solver;

import java.util.Arrays;
import java.util.List;

/** Seats one cluster as a whole: at the sites that cost least together as hosts are taken now, or as it would like them were it alone. */
final class ClusterHomes {

    private static final int BEAM = 4;
    /** Penalty that outweighs any link: who may be where the others are is there. */
    private static final double APART = 1e9;
    private static final double NOWHERE = 10 * APART;
    private static final double[] UNPRICED = {};
    /** Part of what a tenant costs in the mean. */
    private static final double LAST_ADDRESS = 0.05;

    /** What it costs that a tenant has a host at a site. */
    private interface Charge {
        double of(Tenant tenant, int site);
    }

    private final PlacementTables tables;
    private final SeatIndex index;
    private final RunningScore score;
    private final ClusterSeating seating;
    private final List<int[]> clusters;
    private final ClusterSites[] sites;
    private final ClusterLinks[] links;
    private final int[][] wanted;
    /** What it costs there. */
    private final double[] alone;
    private double lastAddress;

    /** @param score of which seats are changed */
    ClusterHomes(PlacementTables tables, SeatIndex index, RunningScore score, Clusters clusters) {
        this.tables = tables;
        this.index = index;
        this.score = score;
        this.seating = new ClusterSeating(tables, index, score);
        this.clusters = clusters.all();
        this.sites = new ClusterSites[this.clusters.size()];
        this.links = new ClusterLinks[this.clusters.size()];
        this.wanted = new int[this.clusters.size()][];
        this.alone = new double[this.clusters.size()];
    }

    RunningScore score() {
        return score;
    }

    /** Of all clusters, as they sit now. */
    Seating seating() {
        return new Seating(score.seats(), score.hard(), score.soft());
    }

    KeptSeats keep(int number) {
        return KeptSeats.of(score, number, clusters.get(number));
    }

    void unseat(int number) {
        seating.unseat(clusters.get(number));
    }

    /** Of a cluster without seats: at these sites, by its tenants. */
    void seat(int number, int[] at) {
        seating.seat(clusters.get(number), at, BEAM);
    }

    /** Of a cluster without seats: at the sites that cost least as hosts are taken now. */
    void seatWell(int number) {
        seat(number, leastSites(number, this::charge));
    }

    /** As {@link #seatWell}, but with who may be there at this one of the {@link #best} sites. */
    void seatAt(int number, int site) {
        seat(number, leastSites(number, (tenant, at) -> charge(tenant, at) + (at == site ? 0 : APART)));
    }

    /** Sites that are best for the users of the cluster, best first. */
    int[] best(int number) {
        prepare(number);
        return sites[number].best();
    }

    /** Sites it would take were all hosts its own. */
    int[] wanted(int number) {
        if (wanted[number] == null) {
            prepare(number);
            alone[number] = least(number, this::wish, NOWHERE);
            wanted[number] = chosen(number);
        }
        return wanted[number];
    }

    /** About how much more it costs as it sits than it would were all hosts its own; in points. */
    double regret(int number) {
        wanted(number);
        KeptSeats kept = keep(number);
        unseat(number);
        double own = kept.soft() - score.soft();
        kept.sit();
        return own - alone[number];
    }

    private void prepare(int number) {
        if (links[number] == null) {
            sites[number] = new ClusterSites(tables, index, clusters.get(number));
            links[number] = new ClusterLinks(tables, sites[number], clusters.get(number), false);
            widen(number);
        }
    }

    /** More sites for those who would be at one that is not looked at by itself. */
    private void widen(int number) {
        least(number, this::wish, 0);
        links[number].widenFar();
    }

    /** The sites that cost least together, by tenant of the cluster. */
    private int[] leastSites(int number, Charge charge) {
        prepare(number);
        least(number, charge, NOWHERE);
        return chosen(number);
    }

    /** At the last {@link #least}. */
    private int[] chosen(int number) {
        int[] found = new int[clusters.get(number).length];
        Arrays.setAll(found, v -> sites[number].site(v, links[number].value(v)));
        return found;
    }

    /** @param far what it costs to be at any site that is not looked at by itself */
    private double least(int number, Charge charge, double far) {
        int[] cluster = clusters.get(number);
        double[][] charges = new double[cluster.length][];
        for (int v = 0; v < cluster.length; v++) {
            charges[v] = new double[sites[number].values(v)];
            for (int value = 0; value < charges[v].length; value++) {
                charges[v][value] = sites[number].isFar(v, value) ? far : charge.of(tables.tenant(cluster[v]), sites[number].site(v, value));
            }
        }
        return links[number].least(charges, UNPRICED);
    }

    /** Of the host the tenant would have there: its share where it would have to be opened, much where none has room. */
    private double charge(Tenant tenant, int site) {
        double lowest = APART / 2;
        double crowd = crowd(site);
        for (int candidate : index.at(tenant.index(), site)) {
            Seat seat = tables.seat(candidate);
            if (score.memoryLeft(tenant, seat) >= 0 && score.slots().has(tenant, seat)) {
                double cents = score.isOpen(candidate) || seat.cents() == 0 ? 0 : seat.cents() * share(tenant, seat);
                if (cents == 0) {
                    return move(tenant, site) + crowd;
                }
                lowest = Math.min(lowest, cents + move(tenant, site) + crowd);
            }
        }
        return lowest;
    }

    /** What the last address of a site is worth more than one of an empty site, from what all tenants cost now. */
    void priceAddresses() {
        lastAddress = LAST_ADDRESS * score.soft() / tables.tenants().size();
    }

    /** Leaves addresses that are scarce to whom they are worth something: many tenants are as well off at several sites. */
    private double crowd(int site) {
        double taken = score.slots().taken(site);
        return lastAddress * taken * taken * taken;
    }

    /** As {@link #charge}, with nobody on any host. */
    private double wish(Tenant tenant, int site) {
        double lowest = APART / 2;
        double crowd = crowd(site);
        for (int candidate : index.at(tenant.index(), site)) {
            Seat seat = tables.seat(candidate);
            if (tenant.memory(seat) <= seat.memoryFree() && tenant.cpu(seat) <= seat.cpuFree()) {
                lowest = Math.min(lowest, seat.cents() * share(tenant, seat) + move(tenant, site) + crowd);
            }
        }
        return lowest;
    }

    private double move(Tenant tenant, int site) {
        boolean here = tenant.now() >= 0 && tables.seat(tenant.now()).site() == site;
        return tenant.placed() && !here ? tenant.moveCents() : 0;
    }

    private static double share(Tenant tenant, Seat seat) {
        return Math.max(tenant.cpuShare(seat), tenant.memoryShare(seat));
    }
}
