package org.caravan.solver;

import java.util.List;
import org.caravan.problem.PlanningPolicy;
import org.caravan.solver.cluster.Affected;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.optaplanner.SeatedTenant;
import org.caravan.solver.optaplanner.SeatingPlan;
import org.caravan.solver.report.ScoreExplanation;
import org.caravan.solver.score.RunningScore;
import org.caravan.solver.score.Seating;
import org.caravan.solver.search.FirstSeating;
import org.caravan.solver.search.SeatingSearch;
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
    Seating own(PlacementTables tables, BenchTrace trace) {
        double began = trace.seconds();
        FirstSeating first = new FirstSeating(tables);
        Seating start = first.find();
        trace.reached(start.hard(), start.soft());
        start = first.improved(start, Affected.all(tables));
        trace.reached(start.hard(), start.soft());
        start = inTurn(tables, first, start, trace);
        trace.tried(first.tried(), trace.seconds() - began);
        if (trace.seconds() >= limit) {
            return start;
        }
        SeatingPlan found = solve(SeatingSearch.config(new PlanningPolicy(1, Integer.MAX_VALUE, 50), tables.tenants().size()), SeatingPlan.of(tables, start.seats()), trace);
        return Seating.of(tables, found.seats());
    }

    /** As the planner does, but ends where the time does: what follows is late acceptance without end. */
    private Seating inTurn(PlacementTables tables, FirstSeating first, Seating begin, BenchTrace trace) {
        boolean[] movable = Affected.all(tables);
        boolean again = true;
        Seating found = begin;
        for (int turn = 0; again && turn < SeatingSearch.MOST_TURNS && trace.seconds() < limit; turn++) {
            Seating annealed = first.annealed(found, movable);
            trace.reached(annealed.hard(), annealed.soft());
            again = tables.tenants().size() <= SeatingSearch.FEW_IN_TURN && (turn == 0 || annealed.compareTo(found) < 0) && trace.seconds() < limit;
            found = annealed;
            if (again) {
                found = Seating.of(tables, new SeatingSearch(POLICY).searched(tables, annealed, movable, solver -> {}).seats());
                trace.reached(found.hard(), found.soft());
            }
        }
        return found;
    }

    /** Its construction heuristic and local search with all defaults. */
    void outOfTheBox(PlacementTables tables, BenchTrace trace) {
        SolverConfig config = new SolverConfig()
                .withSolutionClass(SeatingPlan.class)
                .withEntityClassList(List.of(SeatedTenant.class))
                .withEnvironmentMode(EnvironmentMode.REPRODUCIBLE)
                .withScoreDirectorFactory(ScoreExplanation.constraints());
        SeatingPlan plan = SeatingPlan.of(tables, tables.tenants().stream().mapToInt(tenant -> tenant.seats()[0]).toArray());
        plan.seatedTenants().stream()
                .filter(seated -> !seated.isUsers() && seated.tenant().seats().length > 1)
                .forEach(seated -> seated.sit(null));
        solve(config, plan, trace);
    }

    private SeatingPlan solve(SolverConfig config, SeatingPlan start, BenchTrace trace) {
        DefaultSolver<SeatingPlan> solver = (DefaultSolver<SeatingPlan>) SolverFactory.<SeatingPlan>create(config).buildSolver();
        solver.addEventListener(event -> {
            if (event.isEveryProblemChangeProcessed() && event.getNewBestScore().isSolutionInitialized()) {
                trace.reached(-event.getNewBestSolution().score().hardScore(), -event.getNewBestSolution().score().softScore());
            }
        });
        long[] tried = {0};
        solver.addPhaseLifecycleListener(new PhaseLifecycleListenerAdapter<SeatingPlan>() {
            @Override
            public void phaseEnded(AbstractPhaseScope<SeatingPlan> phase) {
                RunningScore running = phase.getWorkingSolution().running();
                tried[0] += running == null ? 0 : running.tried();
            }
        });
        double began = trace.seconds();
        Thread watch = new Thread(() -> terminate(solver, trace), "bench-limit");
        watch.setDaemon(true);
        watch.start();
        SeatingPlan found = solver.solve(start);
        watch.interrupt();
        double took = trace.seconds() - began;
        trace.calculations(solver.getSolverScope().getScoreCalculationCount(), took);
        if (tried[0] > 0) {
            trace.tried(tried[0], took);
        }
        return found;
    }

    /** By CPU time of the solving thread, which no termination of OptaPlanner knows. */
    private void terminate(DefaultSolver<SeatingPlan> solver, BenchTrace trace) {
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
