package org.caravan.solver;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlanningPolicy;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.search.ConstructionHeuristic;
import org.caravan.solver.search.LocalSearch;

/** A host in fifty of those in use is lost: how soon, how well and with how many moves the others take its tenants. */
final class BenchReplan {

    private static final int ONE_OF = 50;

    /** How often it is done again, of which the time in the middle counts. */
    private static final int WARM = 5;

    /** @param repaired the first that keeps all obligations, if any @param feasible CPU-seconds until then @param seconds until the end */
    private record Replanned(Assignment repaired, Assignment end, double feasible, double seconds) {}

    private final PlacementProblem problem;
    private final BenchSearches searches;

    BenchReplan(PlacementProblem problem, double seconds) {
        this.problem = problem;
        this.searches = new BenchSearches(seconds);
    }

    void print(BenchProblem.Size size, PrintStream out) {
        Assignment before = searches.own(ProblemCompiler.of(problem), new BenchTrace("before"));
        Map<String, String> lost = lost(before);
        BenchTrace built = new BenchTrace("tables");
        CompiledProblem tables = placed(ProblemCompiler.of(problem.excluding(lost)), before, lost);
        double reckoned = built.seconds();
        Replanned first = replanned(tables);
        List<Replanned> warm = Stream.generate(() -> replanned(tables)).limit(WARM).toList();
        Assignment whole = searches.own(tables, new BenchTrace("all movable"));
        out.printf("%-11s %d hosts lost, %d tenants without a seat: feasible %s after %.3f s (warm %.3f), moved %d, %.3f %% above all "
                + "movable"
                        + " after %.2f s (warm %.2f; repaired only: %.3f %%); all movable moved %d; tables %.2f s before that%n",
                size, lost.size(), Arrays.stream(new ConstructionHeuristic(tables).asNow()).filter(position -> position == Position.NONE)
                        .count(),
                first.end().whole() ? "yes" : "no", first.feasible(), middle(warm, Replanned::feasible), moved(before, first.end()),
                above(first.end(), whole), first.seconds(), middle(warm, Replanned::seconds), above(first.repaired(), whole),
                        moved(before, whole), reckoned);
    }

    /** Once, as {@link LocalSearch} does it. Before the first time nobody has planned a part of an application in this process. */
    private static Replanned replanned(CompiledProblem tables) {
        System.gc();
        BenchTrace trace = new BenchTrace("replanned");
        ConstructionHeuristic first = new ConstructionHeuristic(tables);
        Assignment repaired = first.find();
        trace.reached(repaired.hard(), repaired.soft());
        Assignment end = new LocalSearch(new PlanningPolicy(1, 300, 50)).from(tables, first, repaired, solver -> {}).assignment();
        return new Replanned(repaired, end, trace.firstFeasible().orElse(Double.NaN), trace.seconds());
    }

    private static double middle(List<Replanned> all, ToDoubleFunction<Replanned> seconds) {
        return all.stream().mapToDouble(seconds).sorted().skip(all.size() / 2).findFirst().orElseThrow();
    }

    private static double above(Assignment one, Assignment other) {
        return 100.0 * (one.soft() - other.soft()) / other.soft();
    }

    private static long moved(Assignment before, Assignment after) {
        long moved = 0;
        for (int instance = 0; instance < before.positions().length; instance++) {
            moved += before.positions()[instance] == after.positions()[instance] ? 0 : 1;
        }
        return moved;
    }

    private Map<String, String> lost(Assignment before) {
        CompiledProblem tables = ProblemCompiler.of(problem);
        int[] used = Arrays.stream(before.positions()).distinct().sorted().toArray();
        Map<String, String> lost = new TreeMap<>();
        for (int i = 0; i < used.length; i += ONE_OF) {
            lost.put(tables.position(used[i]).hostId(), "lost");
        }
        return lost;
    }

    /** As if the seating were the target: who is on a lost host has left no data there. */
    private static CompiledProblem placed(CompiledProblem tables, Assignment before, Map<String, String> lost) {
        int[] slots = tables.slotsFree().clone();
        var instances = tables.instances().stream().map(instance -> {
            int position = before.positions()[instance.index()];
            boolean here = !lost.containsKey(tables.position(position).hostId());
            slots[tables.position(position).site()]--;
            return new PlacedInstance(instance.index(), instance.id(), instance.component(), instance.demand(), instance.positions(), here,
                    here ? position : -1, here, 50);
        }).toList();
        return CompiledProblem.of(instances, tables.positions(), tables.siteIds(), slots, tables.ways(), tables.links(),
                tables.requestPaths(),
                tables.hops(), tables.separated());
    }
}
