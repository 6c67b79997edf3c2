package org.caravan.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.solver.ClusterExchange.Patience;

/**
 * A good seating to start a search from. A search that starts with broken obligations freezes, so several starts are
 * tried: what is now, tenants seated along the call graph, the largest first, and everything at one site.
 */
final class FirstSeating {

    /** How many partial seatings are carried on; wide enough to be exact on most small problems. */
    private static final int BEAM = 48;

    /** Tenants × hosts up to which whole seatings are compared; above it clusters are seated one by one. */
    private static final long SMALL = 2_000;

    private final PlacementTables tables;
    private final SeatIndex index;
    private final Clusters clusters;
    /** Made when first asked for: what clusters cost by their sites is worth keeping. */
    private ClusterSearch search;
    private long tried;

    FirstSeating(PlacementTables tables) {
        this.tables = tables;
        this.index = new SeatIndex(tables);
        this.clusters = new Clusters(tables);
    }

    /** The best of all starts; of equal ones the one nearest to what is now. */
    Seating find() {
        Seating found = isSmall() ? bestOfAll() : byClusters(asNow());
        return found.whole() || !tables.considered().limited() ? found : Collections.min(List.of(found, thrifty()));
    }

    /** As if only money counted, which a start by points may spend before all have a seat. */
    private Seating thrifty() {
        return Seating.of(tables, new FirstSeating(ThriftyTables.of(tables)).find().seats());
    }

    /** One cluster after the other, those once more and with more care that broke an obligation. */
    Seating byClusters(int[] seated) {
        RunningScore score = new RunningScore(tables);
        score.load(seated);
        ClusterSeating seating = new ClusterSeating(tables, index, score);
        List<int[]> again = clusters.hardestFirst();
        for (ClusterSeating.Care care : ClusterSeating.Care.MORE_AND_MORE) {
            Watch.look();
            List<int[]> broken = new ArrayList<>();
            for (int[] cluster : again) {
                if (care != ClusterSeating.Care.QUICK) {
                    seating.unseat(cluster);
                }
                long before = score.hard();
                seating.seat(cluster, care);
                if (score.hard() > before) {
                    broken.add(cluster);
                }
            }
            again = broken;
        }
        tried += score.tried();
        return new Seating(score.seats(), score.hard(), score.soft());
    }

    /** See {@link ClusterSearch#improved(Seating, boolean[])}; small problems stay as they are. */
    Seating improved(Seating start, boolean[] movable) {
        return isSmall() ? start : clusterSearch().improved(start, movable);
    }

    Seating improved(Seating start, boolean[] movable, Patience patience) {
        return isSmall() ? start : clusterSearch().improved(start, movable, patience);
    }

    /** See {@link ClusterSearch#annealed}; small problems, very large ones, which would take minutes, and what breaks obligations stay as they are. */
    Seating annealed(Seating start, boolean[] movable) {
        return isSmall() || !ClusterAnnealing.pays(tables) || !start.whole() ? start : clusterSearch().annealed(start, movable);
    }

    /** See {@link Downhill}. @param movable by tenant */
    Seating polished(Seating from, boolean[] movable) {
        return Downhill.from(tables, index, from, movable);
    }

    /** By tenant, see {@link Affected}. */
    boolean[] affected() {
        return Affected.of(tables, index, clusters, asNow());
    }

    /** How many seats were tried so far where clusters are seated one by one. */
    long tried() {
        return tried + (search == null ? 0 : search.tried());
    }

    private ClusterSearch clusterSearch() {
        if (search == null) {
            search = new ClusterSearch(tables, index, clusters);
        }
        return search;
    }

    private boolean isSmall() {
        return (long) tables.tenants().size() * tables.hosts() <= SMALL;
    }

    private Seating bestOfAll() {
        List<Integer> alongCalls = alongCalls();
        List<Integer> largestFirst = alongCalls.stream().sorted(Comparator.<Integer>comparingLong(tenant -> -tables.tenant(tenant).mostMemory())).toList();
        List<Seating> starts = new ArrayList<>();
        starts.addAll(List.of(complete(asNow(), alongCalls), complete(empty(), alongCalls), complete(empty(), largestFirst)));
        for (int site = 0; site < tables.siteIds().size(); site++) {
            starts.add(complete(atSite(site), alongCalls));
        }
        return Collections.min(starts);
    }

    /** Tenants with one seat first, then from the users inwards. */
    private List<Integer> alongCalls() {
        Set<Integer> order = new LinkedHashSet<>();
        tables.tenants().stream().filter(tenant -> tenant.seats().length == 1).forEach(tenant -> order.add(tenant.index()));
        List<Integer> wave = new ArrayList<>();
        for (LinkTable link : tables.links()) {
            if (link.from() >= tables.tenants().size()) {
                wave.add(link.to());
            }
        }
        Set<Integer> met = new TreeSet<>();
        while (!wave.isEmpty()) {
            List<Integer> next = new ArrayList<>();
            for (int tenant : wave) {
                if (met.add(tenant)) {
                    order.add(tenant);
                    Arrays.stream(tables.linksOf()[tenant])
                            .filter(link -> link.from() == tenant)
                            .forEach(link -> next.add(link.to()));
                }
            }
            wave = next;
        }
        tables.tenants().forEach(tenant -> order.add(tenant.index()));
        return List.copyOf(order);
    }

    private int[] empty() {
        int[] seats = new int[tables.tenants().size()];
        Arrays.fill(seats, RunningScore.NONE);
        return seats;
    }

    /** Seats by the current target, where they may still be taken. */
    int[] asNow() {
        int[] seats = empty();
        for (Tenant tenant : tables.tenants()) {
            if (tenant.now() >= 0 && Arrays.binarySearch(tenant.seats(), tenant.now()) >= 0) {
                seats[tenant.index()] = tenant.now();
            }
        }
        return seats;
    }

    private int[] atSite(int site) {
        int[] seats = empty();
        RunningScore score = new RunningScore(tables);
        for (Tenant tenant : tables.tenants()) {
            for (int seat : tenant.seats()) {
                long before = score.hard();
                if (tables.seats().get(seat).site() == site && seats[tenant.index()] == RunningScore.NONE) {
                    score.attempt(tenant.index(), seat);
                    seats[tenant.index()] = score.hard() > before ? RunningScore.NONE : seat;
                    score.place(tenant.index(), seats[tenant.index()]);
                }
            }
        }
        return seats;
    }

    /** Seats the rest in the given order, keeping the best partial seatings of each length. */
    private Seating complete(int[] seated, List<Integer> order) {
        List<Seating> beam = List.of(Seating.of(tables, seated));
        RunningScore score = new RunningScore(tables);
        for (int tenant : order) {
            if (seated[tenant] == RunningScore.NONE) {
                List<Seating> longer = new ArrayList<>();
                for (Seating partial : beam) {
                    score.load(partial.seats());
                    addSeats(longer, score, tables.tenants().get(tenant));
                }
                Collections.sort(longer);
                beam = List.copyOf(longer.subList(0, Math.min(BEAM, longer.size())));
            }
        }
        return beam.get(0);
    }

    private static void addSeats(List<Seating> longer, RunningScore score, Tenant tenant) {
        for (int seat : tenant.seats()) {
            score.attempt(tenant.index(), seat);
            longer.add(new Seating(score.seats(), score.hard(), score.soft()));
        }
    }
}
