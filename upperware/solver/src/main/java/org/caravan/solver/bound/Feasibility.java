package org.caravan.solver.bound;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.candidates.HostSymmetry;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.paths.RerouteRepair;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.search.ConstructionHeuristic;
import org.caravan.solver.search.InstanceOrder;

/** Decides with limited effort whether a problem has a placement that satisfies all hard constraints. */
public final class Feasibility {

    public enum Verdict {
        /** A placement was found. */
        YES,
        /** It is proved that there is no placement. */
        NO,
        /** There is no placement with the path choices tried, but there would be one if path capacity were unlimited. */
        NOT_BY_PATHS_TRIED,
        UNKNOWN
    }

    /** Limit on the placements tried in all checks together; a check that exceeds it returns {@code UNKNOWN}. */
    private static final long ALL_WORK = 4_000_000;
    private static final long WORK_OF_ONE = 300_000;

    private long left = ALL_WORK;

    public Verdict of(PlacementProblem problem) {
        CompiledProblem tables = ProblemCompiler.of(problem);
        if (impossible(tables)) {
            return Verdict.NO;
        }
        Verdict verdict = byTheirPaths(tables);
        if (verdict == Verdict.YES || !UncapacitatedRelaxation.matters(tables)) {
            return verdict;
        }
        CompiledProblem wide = UncapacitatedRelaxation.of(tables);
        Verdict rerouted = byOtherPaths(problem, tables, wide, verdict);
        return rerouted != Verdict.NO || noneWhicheverPaths(problem, wide) ? rerouted : Verdict.NOT_BY_PATHS_TRIED;
    }

    private static boolean impossible(CompiledProblem tables) {
        return tables.considered().queues().overload() > 0
                || tables.instances().stream().anyMatch(instance -> instance.positions().length == 0)
                || overfull(tables) || MinimumCostBound.exceedsLimit(tables);
    }

    private Verdict byTheirPaths(CompiledProblem tables) {
        return tables.instances().isEmpty() || new ConstructionHeuristic(tables).find().whole() ? Verdict.YES : attempted(tables);
    }

    private Verdict attempted(CompiledProblem tables) {
        Attempt attempt = new Attempt(tables, Math.min(left, WORK_OF_ONE));
        Verdict verdict = attempt.verdict();
        left -= attempt.spent;
        return verdict;
    }

    /** Reroutes links, which can free capacity. @param before verdict for the paths of these tables */
    private Verdict byOtherPaths(PlacementProblem problem, CompiledProblem tables, CompiledProblem wide, Verdict before) {
        PlacementProblem rerouted = RerouteRepair.of(problem, tables, new ConstructionHeuristic(wide).find());
        if (rerouted == problem) {
            return before;
        }
        CompiledProblem others = ProblemCompiler.of(rerouted);
        if (impossible(others)) {
            return Verdict.NO;
        }
        Verdict verdict = byTheirPaths(others);
        return verdict == Verdict.YES || !UncapacitatedRelaxation.matters(others) ? verdict
                : byOtherPaths(rerouted, others, UncapacitatedRelaxation.of(others), verdict);
    }

    private boolean noneWhicheverPaths(PlacementProblem problem, CompiledProblem wide) {
        return problem.infrastructure().sites().stream().allMatch(site -> site.accessPoints().size() <= 1) || attempted(wide) == Verdict.NO;
    }

    /** Whether the instances restricted to a set of hosts demand more than the total capacity of these hosts. */
    private static boolean overfull(CompiledProblem tables) {
        Set<int[]> lists = new HashSet<>();
        tables.instances().forEach(instance -> lists.add(instance.positions()));
        for (int[] list : lists) {
            BitSet among = new BitSet();
            Arrays.stream(list).forEach(among::set);
            long cpu = Arrays.stream(list).mapToLong(position -> Math.max(0, tables.position(position).cpuFree())).sum();
            long memory = Arrays.stream(list).mapToLong(position -> Math.max(0, tables.position(position).memoryFree())).sum();
            for (PlacedInstance instance : tables.instances()) {
                if (Arrays.stream(instance.positions()).allMatch(among::get)) {
                    cpu -= Arrays.stream(instance.positions()).mapToLong(position -> instance.cpu(tables.position(position))).min()
                            .orElse(0);
                    memory -= Arrays.stream(instance.positions()).mapToLong(position -> instance.memory(tables.position(position))).min()
                            .orElse(0);
                }
            }
            if (cpu < 0 || memory < 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Backtracking search over the hosts of each instance. A violated hard constraint is never repaired by placing further instances, so
     * the search prunes the branch.
     */
    private static final class Attempt {

        private final CompiledProblem tables;
        private final IncrementalScore score;
        private final List<PlacedInstance> order;
        /** Class number by host; empty hosts with the same number are interchangeable. */
        private final int[] kind;
        private final long limit;
        private long spent;

        Attempt(CompiledProblem tables, long limit) {
            this.tables = tables;
            this.score = new IncrementalScore(tables);
            this.order = InstanceOrder.scarcestFirst(tables);
            this.kind = new HostSymmetry(tables).firstOf();
            this.limit = limit;
        }

        Verdict verdict() {
            if (score.hard() > 0) {
                return Verdict.NO;
            }
            boolean found = from(0);
            return found ? Verdict.YES : spent < limit ? Verdict.NO : Verdict.UNKNOWN;
        }

        private boolean from(int place) {
            if (place == order.size()) {
                return true;
            }
            PlacedInstance instance = order.get(place);
            Set<Integer> triedEmpty = new HashSet<>();
            for (int position : instance.positions()) {
                boolean likeOneBefore = !score.isOpen(position) && !triedEmpty.add(kind[position]);
                if (!likeOneBefore && spent < limit) {
                    spent++;
                    score.place(instance.index(), position);
                    if (score.hard() == 0 && from(place + 1)) {
                        return true;
                    }
                }
            }
            score.place(instance.index(), Position.NONE);
            return false;
        }
    }
}
