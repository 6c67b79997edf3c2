package org.caravan.solver.exact;

import com.google.ortools.Loader;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverSolutionCallback;
import com.google.ortools.sat.CpSolverStatus;
import java.util.BitSet;
import java.util.function.Consumer;

/**
 * One run of CP-SAT with one worker, a fixed seed and a deterministic work limit. Equal models give equal answers unless the wall-clock
 * limit is reached first.
 */
public final class CpSatRun {

    /** Deterministic time units per second of the limit; an idle current machine achieves more. */
    private static final double WORK_PER_SECOND = 0.5;
    private static final int SEED = 1;
    private static final long MOST_MEBIBYTES = 4_000;

    private CpSatRun() {}

    /**
     * @param infeasible whether infeasibility is proved
     * @param bound lower bound in points; -1 if unknown
     * @param seconds wall-clock time used
     */
    record Answer(boolean infeasible, long bound, double seconds) {}

    /** @throws LinkageError if OR-tools is missing; @throws RuntimeException if its native library is missing */
    public static void load() {
        Loader.loadNativeLibraries();
    }

    /** @param seconds wall-clock limit @param found receives each better solution: the set of variables with value 1 */
    static Answer of(CpModel model, int seconds, Consumer<BitSet> found) {
        CpSolver solver = new CpSolver();
        solver.getParameters().setNumWorkers(1).setRandomSeed(SEED).setMaxTimeInSeconds(seconds)
                .setMaxDeterministicTime(seconds * WORK_PER_SECOND)
                .setMaxMemoryInMb(MOST_MEBIBYTES);
        int variables = model.getBuilder().getVariablesCount();
        CpSolverStatus status = solver.solve(model, new CpSolverSolutionCallback() {
            @Override
            public void onSolutionCallback() {
                found.accept(ones(this, variables));
            }
        });
        boolean bounded = status == CpSolverStatus.OPTIMAL || status == CpSolverStatus.FEASIBLE || status == CpSolverStatus.UNKNOWN;
        return new Answer(status == CpSolverStatus.INFEASIBLE, bounded ? whole(solver.bestObjectiveBound()) : -1, solver.wallTime());
    }

    /** @param solution the solution just found */
    public static BitSet ones(CpSolverSolutionCallback solution, int variables) {
        BitSet ones = new BitSet(variables);
        for (int variable = 0; variable < variables; variable++) {
            ones.set(variable, solution.solutionIntegerValue(variable) == 1);
        }
        return ones;
    }

    /** Rounds up the solver's floating-point bound, because points are integers. */
    private static long whole(double bound) {
        return Math.max(-1, (long) Math.ceil(bound - 1e-3));
    }
}
