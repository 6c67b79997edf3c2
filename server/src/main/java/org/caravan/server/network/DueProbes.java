package org.caravan.server.network;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.caravan.api.network.ProbeRunView;
import org.caravan.measure.PathId;
import org.caravan.measure.run.ProbeProgress.State;
import org.caravan.measure.schedule.ProbeScope;
import org.caravan.server.Pause;

/**
 * What continuous probing has to begin: paths to confirm, flows, and a scheduled run that another run kept from its beginning. Safe for
 * use by several threads; runs are requested without a lock.
 */
final class DueProbes {

    private final Pause betweenFlows;
    private final Set<PathId> toConfirm = new TreeSet<>();
    /** Whether a scheduled run was left out because another run was in progress, or has lost its flows. */
    private boolean late;

    /** @param betweenFlows least time between two scheduled runs with flows */
    DueProbes(Pause betweenFlows) {
        this.betweenFlows = betweenFlows;
    }

    synchronized void add(Collection<PathId> paths) {
        toConfirm.addAll(paths);
    }

    /** The paths that wait to be confirmed, each returned once. */
    synchronized Set<PathId> take() {
        Set<PathId> paths = Set.copyOf(toConfirm);
        toConfirm.clear();
        return paths;
    }

    /**
     * Requests a run of the paths that wait. They wait on until the request is accepted: a run in progress, which is why it is refused, may
     * take them or end at any time.
     *
     * @param request whether a run of these paths was accepted
     * @return whether one was accepted; false if no path waits
     */
    boolean confirm(Predicate<Set<PathId>> request) {
        Set<PathId> paths = waiting();
        if (paths.isEmpty() || !request.test(paths)) {
            return false;
        }
        synchronized (this) {
            toConfirm.removeAll(paths);
        }
        return true;
    }

    private synchronized Set<PathId> waiting() {
        return Set.copyOf(toConfirm);
    }

    /**
     * Requests a scheduled run; if it is refused, it is late.
     *
     * @param request whether a run was accepted; its argument is whether flows are due
     */
    void probe(Predicate<Boolean> request) {
        boolean flows = !betweenFlows.lasts();
        boolean accepted = request.test(flows);
        if (accepted && flows) {
            betweenFlows.begin();
        }
        synchronized (this) {
            late = !accepted;
        }
    }

    /**
     * What begins when a run has ended: paths are confirmed, otherwise a late run begins. The flows of a scheduled run that did not
     * complete are due again; not at once, because it may have been cancelled on purpose, or fail again. The paths of a cancelled run that
     * should confirm them wait again.
     *
     * @param confirm see {@link #confirm}
     * @param probe requests the late run
     */
    void ended(ProbeRunView run, BooleanSupplier confirm, Runnable probe) {
        boolean lost = lostFlows(run);
        if (lost) {
            betweenFlows.end();
        }
        if (ProbeRuns.confirms(run) && ProbeRunViews.is(run, State.CANCELLED)) {
            add(run.flows().paths().stream().map(PathId::parse).toList());
        }
        boolean confirmed = confirm.getAsBoolean();
        if (!confirmed && wasLate()) {
            probe.run();
        } else if (lost) {
            synchronized (this) {
                late = true;
            }
        }
    }

    private synchronized boolean wasLate() {
        boolean was = late;
        late = false;
        return was;
    }

    private static boolean lostFlows(ProbeRunView run) {
        return ProbeRuns.isScheduled(run) && RunScope.parse(run.scope()).scope() == ProbeScope.BUDGET
                && (ProbeRunViews.is(run, State.CANCELLED) || ProbeRunViews.is(run, State.FAILED));
    }
}
