package org.caravan.server.network;

import java.util.List;
import org.caravan.api.network.ProbeRunView;
import org.caravan.api.network.ProbeRunView.PairView;
import org.caravan.measure.run.ProbeProgress;

/** States of a probe run, as stored and shown. */
final class ProbeRunViews {

    private ProbeRunViews() {}

    static boolean is(ProbeRunView run, ProbeProgress.State state) {
        return run.state().equals(state.name());
    }

    static boolean hasEnded(ProbeRunView run) {
        return !is(run, ProbeProgress.State.READY) && !is(run, ProbeProgress.State.RUNNING);
    }

    static ProbeRunView with(ProbeRunView run, ProbeProgress progress) {
        List<PairView> pairs = progress.pairs().stream()
                .map(pair -> new PairView(pair.path().toString(), pair.sent().value(), pair.took().value() / 1000))
                .toList();
        return new ProbeRunView(run.id(), run.scope(), run.repetitions(), progress.state().name(), progress.done(), progress.total(),
                progress.sent().value(), progress.took().value() / 1000, progress.faults(), pairs, run.askedAt(), run.flows());
    }

    /** To clients, a run that waits in the queue is running. */
    static ProbeRunView shown(ProbeRunView run) {
        return is(run, ProbeProgress.State.READY) ? underWay(run) : run;
    }

    /** All probes may be complete, but the run ends only when its samples are evaluated; then another run may start. */
    static ProbeRunView underWay(ProbeRunView run) {
        return in(run, ProbeProgress.State.RUNNING, run.faults());
    }

    static ProbeRunView failed(ProbeRunView run, String why) {
        return in(run, ProbeProgress.State.FAILED, List.of(why));
    }

    static ProbeRunView cancelled(ProbeRunView run, String why) {
        return in(run, ProbeProgress.State.CANCELLED, List.of(why));
    }

    private static ProbeRunView in(ProbeRunView run, ProbeProgress.State state, List<String> faults) {
        return new ProbeRunView(run.id(), run.scope(), run.repetitions(), state.name(), run.done(), run.total(), run.sentBytes(),
                run.seconds(), faults, run.pairs(), run.askedAt(), run.flows());
    }
}
