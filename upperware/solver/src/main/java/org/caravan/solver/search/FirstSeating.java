package org.caravan.solver.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.solver.build.ThriftyTables;
import org.caravan.solver.cluster.Affected;
import org.caravan.solver.cluster.ClusterAnnealing;
import org.caravan.solver.cluster.ClusterExchange.Patience;
import org.caravan.solver.cluster.ClusterSearch;
import org.caravan.solver.cluster.ClusterSeating;
import org.caravan.solver.model.Clusters;
import org.caravan.solver.model.LinkTable;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.SeatIndex;
import org.caravan.solver.model.Tenant;
import org.caravan.solver.score.RunningScore;
import org.caravan.solver.score.Seating;
import org.caravan.solver.score.Watch;

/**
 * Construction heuristic for the start solution. A search that starts with violated hard constraints makes little progress, so several
 * constructions are tried. These are the current placement, instances along the call graph, largest instances first, and all instances at
 * one site.
 */
public final class FirstSeating {

    /** Beam width, large enough to be exact on most small problems. */
    private static final int BEAM = 48;

    /** Instances × hosts up to which complete assignments are compared; above it, clusters are assigned one by one. */
    private static final long SMALL = 2_000;

    private final PlacementTables tables;
    private final SeatIndex index;
    private final Clusters clusters;
    /** Created on first use; keeps the cost tables of clusters by site. */
    private ClusterSearch search;
    private long tried;

    public FirstSeating(PlacementTables tables) {
        this.tables = tables;
        this.index = new SeatIndex(tables);
        this.clusters = new Clusters(tables);
    }

    /** Returns the best of all start solutions; ties are resolved in favour of the current placement. */
    public Seating find() {
        Seating found = isSmall() ? bestOfAll() : byClusters(asNow());
        return found.whole() || !tables.considered().limited() ? found : Collections.min(List.of(found, thrifty()));
    }

    /** Start solution that minimises cost only; other start solutions can exhaust the budget before all instances are placed. */
    private Seating thrifty() {
        return Seating.of(tables, new FirstSeating(ThriftyTables.of(tables)).find().seats());
    }

    /** Assigns one cluster after the other; repeats clusters that violated a hard constraint with a wider beam. */
    public Seating byClusters(int[] seated) {
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

    /** See {@link ClusterSearch#improved(Seating, boolean[])}; small problems are returned unchanged. */
    public Seating improved(Seating start, boolean[] movable) {
        return isSmall() ? start : clusterSearch().improved(start, movable);
    }

    public Seating improved(Seating start, boolean[] movable, Patience patience) {
        return isSmall() ? start : clusterSearch().improved(start, movable, patience);
    }

    /**
     * See {@link ClusterAnnealing}. Returns small problems, very large problems (which would take minutes) and infeasible assignments
     * unchanged.
     */
    public Seating annealed(Seating start, boolean[] movable) {
        return isSmall() || !ClusterAnnealing.pays(tables) || !start.whole() ? start : clusterSearch().annealed(start, movable);
    }

    /** See {@link Downhill}. @param movable by instance */
    Seating polished(Seating from, boolean[] movable) {
        return Downhill.from(tables, index, from, movable);
    }

    /** Movable instances, by instance; see {@link Affected}. */
    public boolean[] affected() {
        return Affected.of(tables, index, clusters, asNow());
    }

    /** Number of placements tried so far while clusters were assigned one by one. */
    public long tried() {
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

    /** Instances with a single feasible host first, then from the users inwards. */
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
        Arrays.fill(seats, Seat.NONE);
        return seats;
    }

    /** Current hosts, as far as they are still feasible. */
    public int[] asNow() {
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
                if (tables.seats().get(seat).site() == site && seats[tenant.index()] == Seat.NONE) {
                    score.attempt(tenant.index(), seat);
                    seats[tenant.index()] = score.hard() > before ? Seat.NONE : seat;
                    score.place(tenant.index(), seats[tenant.index()]);
                }
            }
        }
        return seats;
    }

    /** Beam search over the unplaced instances in the given order. */
    private Seating complete(int[] seated, List<Integer> order) {
        List<Seating> beam = List.of(Seating.of(tables, seated));
        RunningScore score = new RunningScore(tables);
        for (int tenant : order) {
            if (seated[tenant] == Seat.NONE) {
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
