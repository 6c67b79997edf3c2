package org.caravan.solver;

import java.util.List;
import org.caravan.problem.PlanningPolicy;
import org.caravan.solver.cluster.MovableInstances;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.optaplanner.PlacementEntity;
import org.caravan.solver.optaplanner.PlacementSolution;
import org.caravan.solver.report.ScoreExplanation;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.search.ConstructionHeuristic;
import org.caravan.solver.search.LocalSearch;
import org.optaplanner.core.api.solver.SolverFactory;
import org.optaplanner.core.config.solver.EnvironmentMode;
import org.optaplanner.core.config.solver.SolverConfig;
import org.optaplanner.core.impl.phase.event.PhaseLifecycleListenerAdapter;
import org.optaplanner.core.impl.phase.scope.AbstractPhaseScope;
import org.optaplanner.core.impl.solver.DefaultSolver;

/** Searches of the bench: the planner's own, and OptaPlanner as it comes out of the box, on the same constraints. */
final class BenchSearches {

    private static final PlanningPolicy POLICY = new PlanningPolicy(1, 3_000, 50);

    private final double limit;

    /** @param limit CPU-seconds for the whole of one method */
    BenchSearches(double limit) {
        this.limit = limit;
    }

    /** Seats tried per second are those of late acceptance where it has its turn before the limit, else those of all before it. */
    Assignment own(CompiledProblem tables, BenchTrace trace) {
        double began = trace.seconds();
        ConstructionHeuristic first = new ConstructionHeuristic(tables);
        Assignment start = first.find();
        trace.reached(start.hard(), start.soft());
        start = first.improved(start, MovableInstances.all(tables));
        trace.reached(start.hard(), start.soft());
        start = inTurn(tables, first, start, trace);
        trace.tried(first.tried(), trace.seconds() - began);
        if (trace.seconds() >= limit) {
            return start;
        }
        PlacementSolution found = solve(LocalSearch.config(new PlanningPolicy(1, Integer.MAX_VALUE, 50), tables.instances().size()),
                PlacementSolution.of(tables, start.positions()), trace);
        return Assignment.of(tables, found.positions());
    }

    /** As the planner does, but ends where the time does: what follows is late acceptance without end. */
    private Assignment inTurn(CompiledProblem tables, ConstructionHeuristic first, Assignment begin, BenchTrace trace) {
        boolean[] movable = MovableInstances.all(tables);
        boolean again = true;
        Assignment found = begin;
        for (int turn = 0; again && turn < LocalSearch.MOST_TURNS && trace.seconds() < limit; turn++) {
            Assignment annealed = first.annealed(found, movable);
            trace.reached(annealed.hard(), annealed.soft());
            again = tables.instances().size() <= LocalSearch.FEW_IN_TURN && (turn == 0 || annealed.compareTo(found) < 0)
                    && trace.seconds() < limit;
            found = annealed;
            if (again) {
                found = Assignment.of(tables, new LocalSearch(POLICY).searched(tables, annealed, movable, solver -> {}).positions());
                trace.reached(found.hard(), found.soft());
            }
        }
        return found;
    }

    /** Its construction heuristic and local search with all defaults. */
    void outOfTheBox(CompiledProblem tables, BenchTrace trace) {
        SolverConfig config = new SolverConfig()
                .withSolutionClass(PlacementSolution.class)
                .withEntityClassList(List.of(PlacementEntity.class))
                .withEnvironmentMode(EnvironmentMode.REPRODUCIBLE)
                .withScoreDirectorFactory(ScoreExplanation.constraints());
        PlacementSolution plan = PlacementSolution.of(tables, tables.instances().stream().mapToInt(instance -> instance.positions()[0])
                .toArray());
        plan.entities().stream()
                .filter(entity -> !entity.isUsers() && entity.instance().positions().length > 1)
                .forEach(entity -> entity.sit(null));
        solve(config, plan, trace);
    }

    private PlacementSolution solve(SolverConfig config, PlacementSolution start, BenchTrace trace) {
        DefaultSolver<PlacementSolution> solver = (DefaultSolver<PlacementSolution>) SolverFactory.<PlacementSolution>create(config)
                .buildSolver();
        solver.addEventListener(event -> {
            if (event.isEveryProblemChangeProcessed() && event.getNewBestScore().isSolutionInitialized()) {
                trace.reached(-event.getNewBestSolution().score().hardScore(), -event.getNewBestSolution().score().softScore());
            }
        });
        long[] tried = {0};
        solver.addPhaseLifecycleListener(new PhaseLifecycleListenerAdapter<PlacementSolution>() {
            @Override
            public void phaseEnded(AbstractPhaseScope<PlacementSolution> phase) {
                IncrementalScore running = phase.getWorkingSolution().running();
                tried[0] += running == null ? 0 : running.tried();
            }
        });
        double began = trace.seconds();
        Thread watch = new Thread(() -> terminate(solver, trace), "bench-limit");
        watch.setDaemon(true);
        watch.start();
        PlacementSolution found = solver.solve(start);
        watch.interrupt();
        double took = trace.seconds() - began;
        trace.calculations(solver.getSolverScope().getScoreCalculationCount(), took);
        if (tried[0] > 0) {
            trace.tried(tried[0], took);
        }
        return found;
    }

    /** By CPU time of the solving thread, which no termination of OptaPlanner knows. */
    private void terminate(DefaultSolver<PlacementSolution> solver, BenchTrace trace) {
        try {
            while (trace.seconds() < limit) {
                Thread.sleep(10);
            }
            solver.terminateEarly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
