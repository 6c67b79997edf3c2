package org.caravan.solver.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.solver.build.CostOnlyObjective;
import org.caravan.solver.cluster.ClusterAnnealing;
import org.caravan.solver.cluster.ClusterBeamSearch;
import org.caravan.solver.cluster.ClusterNeighborhoodSearch.Patience;
import org.caravan.solver.cluster.ClusterSearch;
import org.caravan.solver.cluster.MovableInstances;
import org.caravan.solver.model.Clusters;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.score.SearchProgress;

/**
 * Construction heuristic for the start solution. A search that starts with violated hard constraints makes little progress, so several
 * constructions are tried. These are the current placement, instances along the call graph, largest instances first, and all instances at
 * one site.
 */
public final class ConstructionHeuristic {

    /** Beam width, large enough to be exact on most small problems. */
    private static final int BEAM = 48;

    /** Instances × hosts up to which complete assignments are compared; above it, clusters are assigned one by one. */
    private static final long SMALL = 2_000;

    private final CompiledProblem tables;
    private final DomainIndex index;
    private final Clusters clusters;
    /** Created on first use; keeps the cost tables of clusters by site. */
    private ClusterSearch search;
    private long tried;

    public ConstructionHeuristic(CompiledProblem tables) {
        this.tables = tables;
        this.index = new DomainIndex(tables);
        this.clusters = new Clusters(tables);
    }

    /** Returns the best of all start solutions; ties are resolved in favour of the current placement. */
    public Assignment find() {
        Assignment found = isSmall() ? bestOfAll() : byClusters(asNow());
        return found.whole() || !tables.considered().limited() ? found : Collections.min(List.of(found, thrifty()));
    }

    /** Start solution that minimises cost only; other start solutions can exhaust the budget before all instances are placed. */
    private Assignment thrifty() {
        return Assignment.of(tables, new ConstructionHeuristic(CostOnlyObjective.of(tables)).find().positions());
    }

    /** Assigns one cluster after the other; repeats clusters that violated a hard constraint with a wider beam. */
    public Assignment byClusters(int[] seated) {
        IncrementalScore score = new IncrementalScore(tables);
        score.load(seated);
        ClusterBeamSearch assignment = new ClusterBeamSearch(tables, index, score);
        List<int[]> again = clusters.hardestFirst();
        for (ClusterBeamSearch.Care care : ClusterBeamSearch.Care.MORE_AND_MORE) {
            SearchProgress.look();
            List<int[]> broken = new ArrayList<>();
            for (int[] cluster : again) {
                if (care != ClusterBeamSearch.Care.QUICK) {
                    assignment.unassign(cluster);
                }
                long before = score.hard();
                assignment.position(cluster, care);
                if (score.hard() > before) {
                    broken.add(cluster);
                }
            }
            again = broken;
        }
        tried += score.tried();
        return new Assignment(score.positions(), score.hard(), score.soft());
    }

    /** See {@link ClusterSearch#improved(Assignment, boolean[])}; small problems are returned unchanged. */
    public Assignment improved(Assignment start, boolean[] movable) {
        return isSmall() ? start : clusterSearch().improved(start, movable);
    }

    public Assignment improved(Assignment start, boolean[] movable, Patience patience) {
        return isSmall() ? start : clusterSearch().improved(start, movable, patience);
    }

    /**
     * See {@link ClusterAnnealing}. Returns small problems, very large problems (which would take minutes) and infeasible assignments
     * unchanged.
     */
    public Assignment annealed(Assignment start, boolean[] movable) {
        return isSmall() || !ClusterAnnealing.pays(tables) || !start.whole() ? start : clusterSearch().annealed(start, movable);
    }

    /** See {@link HillClimbing}. @param movable by instance */
    Assignment polished(Assignment from, boolean[] movable) {
        return HillClimbing.from(tables, index, from, movable);
    }

    /** Movable instances, by instance; see {@link MovableInstances}. */
    public boolean[] affected() {
        return MovableInstances.of(tables, index, clusters, asNow());
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
        return (long) tables.instances().size() * tables.hosts() <= SMALL;
    }

    private Assignment bestOfAll() {
        List<Integer> alongCalls = alongCalls();
        List<Integer> largestFirst = alongCalls.stream()
                .sorted(Comparator.<Integer>comparingLong(instance -> -tables.instance(instance).mostMemory())).toList();
        List<Assignment> starts = new ArrayList<>();
        starts.addAll(List.of(complete(asNow(), alongCalls), complete(empty(), alongCalls), complete(empty(), largestFirst)));
        for (int site = 0; site < tables.siteIds().size(); site++) {
            starts.add(complete(atSite(site), alongCalls));
        }
        return Collections.min(starts);
    }

    /** Instances with a single feasible host first, then from the users inwards. */
    private List<Integer> alongCalls() {
        Set<Integer> order = new LinkedHashSet<>();
        tables.instances().stream().filter(instance -> instance.positions().length == 1).forEach(instance -> order.add(instance.index()));
        List<Integer> wave = new ArrayList<>();
        for (LinkModel link : tables.links()) {
            if (link.from() >= tables.instances().size()) {
                wave.add(link.to());
            }
        }
        Set<Integer> met = new TreeSet<>();
        while (!wave.isEmpty()) {
            List<Integer> next = new ArrayList<>();
            for (int instance : wave) {
                if (met.add(instance)) {
                    order.add(instance);
                    Arrays.stream(tables.linksOf()[instance])
                            .filter(link -> link.from() == instance)
                            .forEach(link -> next.add(link.to()));
                }
            }
            wave = next;
        }
        tables.instances().forEach(instance -> order.add(instance.index()));
        return List.copyOf(order);
    }

    private int[] empty() {
        int[] positions = new int[tables.instances().size()];
        Arrays.fill(positions, Position.NONE);
        return positions;
    }

    /** Current hosts, as far as they are still feasible. */
    public int[] asNow() {
        int[] positions = empty();
        for (PlacedInstance instance : tables.instances()) {
            if (instance.now() >= 0 && Arrays.binarySearch(instance.positions(), instance.now()) >= 0) {
                positions[instance.index()] = instance.now();
            }
        }
        return positions;
    }

    private int[] atSite(int site) {
        int[] positions = empty();
        IncrementalScore score = new IncrementalScore(tables);
        for (PlacedInstance instance : tables.instances()) {
            for (int position : instance.positions()) {
                long before = score.hard();
                if (tables.positions().get(position).site() == site && positions[instance.index()] == Position.NONE) {
                    score.attempt(instance.index(), position);
                    positions[instance.index()] = score.hard() > before ? Position.NONE : position;
                    score.place(instance.index(), positions[instance.index()]);
                }
            }
        }
        return positions;
    }

    /** Beam search over the unplaced instances in the given order. */
    private Assignment complete(int[] seated, List<Integer> order) {
        List<Assignment> beam = List.of(Assignment.of(tables, seated));
        IncrementalScore score = new IncrementalScore(tables);
        for (int instance : order) {
            if (seated[instance] == Position.NONE) {
                List<Assignment> longer = new ArrayList<>();
                for (Assignment partial : beam) {
                    score.load(partial.positions());
                    addPositions(longer, score, tables.instances().get(instance));
                }
                Collections.sort(longer);
                beam = List.copyOf(longer.subList(0, Math.min(BEAM, longer.size())));
            }
        }
        return beam.get(0);
    }

    private static void addPositions(List<Assignment> longer, IncrementalScore score, PlacedInstance instance) {
        for (int position : instance.positions()) {
            score.attempt(instance.index(), position);
            longer.add(new Assignment(score.positions(), score.hard(), score.soft()));
        }
    }
}
