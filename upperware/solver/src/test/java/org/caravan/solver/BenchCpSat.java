package org.caravan.solver;

import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverSolutionCallback;
import com.google.ortools.sat.CpSolverStatus;
import org.caravan.solver.exact.CpSatRun;
import org.caravan.solver.exact.ExactModel;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.score.Assignment;

/**
 * The same problem for CP-SAT of OR-tools, as plans are proved by it, without a placement to begin with and without a bound. One worker, as
 * the planner has one thread, and a limit of CPU time, as for it; what it finds is scored by the planner's score.
 */
final class BenchCpSat {

    private final CompiledProblem tables;
    private final BenchTrace trace;
    private final ExactModel model;
    private int otherwise;

    BenchCpSat(CompiledProblem tables, BenchTrace trace) {
        CpSatRun.load();
        this.tables = tables;
        this.trace = trace;
        this.model = new ExactModel(tables);
    }

    void solve(double seconds) {
        CpSolver solver = new CpSolver();
        solver.getParameters().setNumWorkers(1);
        Thread watch = new Thread(() -> stop(solver, seconds), "cp-sat-limit");
        watch.setDaemon(true);
        watch.start();
        CpModel told = Exactly.told(model);
        CpSolverStatus status = solver.solve(told, new CpSolverSolutionCallback() {
            @Override
            public void onSolutionCallback() {
                scored(model.positions(CpSatRun.ones(this, model.program().variables())), Math.round(objectiveValue()));
            }
        });
        watch.interrupt();
        trace.note(status + ", bound " + Math.round(solver.bestObjectiveBound())
                + (otherwise > 0 ? "; " + otherwise + " scored otherwise than it says" : ""));
    }

    /** Its worker is the calling thread, whose CPU time no limit of its own knows. */
    private void stop(CpSolver solver, double seconds) {
        try {
            while (trace.seconds() < seconds) {
                Thread.sleep(10);
            }
            while (true) {
                // Before it has begun to solve it does not hear.
                solver.stopSearch();
                Thread.sleep(100);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void scored(int[] positions, long objective) {
        Assignment assignment = Assignment.of(tables, positions);
        otherwise += assignment.whole() && assignment.soft() == objective ? 0 : 1;
        trace.reached(assignment.hard(), assignment.soft());
    }
}
