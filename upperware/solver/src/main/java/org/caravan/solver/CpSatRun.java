package org.caravan.solver;

import com.google.ortools.Loader;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverSolutionCallback;
import com.google.ortools.sat.CpSolverStatus;
import java.util.BitSet;
import java.util.function.Consumer;

/** One run of CP-SAT: with one worker, a fixed seed and a limit of its own work, so that equal models give equal answers where the clock does not end it before. */
final class CpSatRun {

    /** Units of its own work for each second that it is given, of which an idle machine of today does more. */
    private static final double WORK_PER_SECOND = 0.5;
    private static final int SEED = 1;
    private static final long MOST_MEBIBYTES = 4_000;

    private CpSatRun() {}

    /**
     * @param infeasible whether it is proved that there is no solution
     * @param bound no solution has fewer points; -1 where nothing is known
     * @param seconds that it took, by the clock
     */
    record Answer(boolean infeasible, long bound, double seconds) {}

    /** @throws LinkageError where OR-tools is not there; @throws RuntimeException where its native library is not */
    static void load() {
        Loader.loadNativeLibraries();
    }

    /** @param seconds by the clock, at most @param found is told of each better solution, which of the model's variables are 1 */
    static Answer of(CpModel model, int seconds, Consumer<BitSet> found) {
        CpSolver solver = new CpSolver();
        solver.getParameters().setNumWorkers(1).setRandomSeed(SEED).setMaxTimeInSeconds(seconds).setMaxDeterministicTime(seconds * WORK_PER_SECOND)
                .setMaxMemoryInMb(MOST_MEBIBYTES);
        int variables = model.getBuilder().getVariablesCount();
        CpSolverStatus status = solver.solve(model, new CpSolverSolutionCallback() {
            @Override
            public void onSolutionCallback() {
                found.accept(ones(this, variables));
            }
        });
        boolean reckoned = status == CpSolverStatus.OPTIMAL || status == CpSolverStatus.FEASIBLE || status == CpSolverStatus.UNKNOWN;
        return new Answer(status == CpSolverStatus.INFEASIBLE, reckoned ? whole(solver.bestObjectiveBound()) : -1, solver.wallTime());
    }

    /** @param solution that was just found */
    static BitSet ones(CpSolverSolutionCallback solution, int variables) {
        BitSet ones = new BitSet(variables);
        for (int variable = 0; variable < variables; variable++) {
            ones.set(variable, solution.solutionIntegerValue(variable) == 1);
        }
        return ones;
    }

    /** Points are whole numbers; what it says of them is a floating-point number. */
    private static long whole(double bound) {
        return Math.max(-1, (long) Math.ceil(bound - 1e-3));
    }
}
