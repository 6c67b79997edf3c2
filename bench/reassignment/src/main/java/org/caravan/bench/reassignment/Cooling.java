package org.caravan.bench.reassignment;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.optaplanner.core.impl.phase.scope.AbstractPhaseScope;
import org.optaplanner.core.impl.solver.scope.SolverScope;
import org.optaplanner.core.impl.solver.termination.AbstractTermination;

/**
 * Ends a search after so many CPU-seconds of its thread, and tells simulated annealing how cold it should be by then. OptaPlanner
 * cools evenly; given a gradient that falls by the same factor in equal times, it cools as is usual where gains differ by powers
 * of ten. Public only because OptaPlanner makes it.
 */
public final class Cooling extends AbstractTermination<Reassignment> {

    /** Of the temperature at the start, at the end. */
    private static final double END = 1e-3;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final ThreadLocal<Schedule> NEXT = new ThreadLocal<>();
    /** Times the temperature: what is worse by that is accepted once in 160,000 times. */
    private static final double HOPELESS = 12;
    /** Asking for CPU time takes as long as a move. */
    private static final int ASK_EVERY = 64;

    private final Schedule schedule = NEXT.get();
    private double began = seconds();
    private double share;
    private int asked;

    /** @param temperature at the start, in points of cost */
    private record Schedule(double cpuSeconds, long temperature) {}

    /** For the next search that is made in this thread. */
    static void next(double cpuSeconds, long temperature) {
        NEXT.set(new Schedule(cpuSeconds, temperature));
    }

    static double seconds() {
        return THREADS.getCurrentThreadCpuTime() / 1e9;
    }

    @Override
    public void phaseStarted(AbstractPhaseScope<Reassignment> phase) {
        began = seconds();
        share = 0;
    }

    /** 0 at the beginning of the time, 1 at its end. */
    private double share(AbstractPhaseScope<Reassignment> phase) {
        if (asked++ % ASK_EVERY == 0) {
            share = (seconds() - began) / schedule.cpuSeconds();
            double temperature = schedule.temperature() * Math.pow(END, Math.min(1, share));
            phase.getWorkingSolution().running().hopeless(Math.round(HOPELESS * temperature));
        }
        return share;
    }

    @Override
    public boolean isPhaseTerminated(AbstractPhaseScope<Reassignment> phase) {
        return share(phase) >= 1;
    }

    @Override
    public double calculatePhaseTimeGradient(AbstractPhaseScope<Reassignment> phase) {
        return 1 - Math.pow(END, Math.min(1, share(phase)));
    }

    @Override
    public boolean isSolverTerminated(SolverScope<Reassignment> solver) {
        throw new UnsupportedOperationException("ends a phase only");
    }

    @Override
    public double calculateSolverTimeGradient(SolverScope<Reassignment> solver) {
        throw new UnsupportedOperationException("cools a phase only");
    }
}
