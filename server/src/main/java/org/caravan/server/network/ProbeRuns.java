package org.caravan.server.network;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.api.network.ProbeFlows;
import org.caravan.api.network.ProbeRunView;
import org.caravan.measure.PathId;
import org.caravan.measure.run.ProbeProgress;
import org.caravan.measure.run.ProbeRun;
import org.caravan.measure.schedule.ProbeScope;
import org.caravan.server.broker.MessagePublisher;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.leading.LeadershipAcquired;
import org.caravan.server.rest.ProblemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Registry of probe runs: requested, running and ended. */
@Component
class ProbeRuns {

    private static final Logger LOG = LoggerFactory.getLogger(ProbeRuns.class);

    /** Id prefix of scheduled runs; {@link ProbeRunStore} filters by it. */
    private static final String STANDING = "standing-";

    /** Id prefix of scheduled runs of chosen paths. */
    private static final String IDLE = STANDING + "idle-";

    private final ProbeRunStore store;
    private final Infrastructures infrastructures;
    private final MessagePublisher handover;
    private final Clock clock;
    private final Map<String, ProbeRun> underWay = new ConcurrentHashMap<>();

    ProbeRuns(ProbeRunStore store, Infrastructures infrastructures, MessagePublisher handover, Clock clock) {
        this.store = store;
        this.infrastructures = infrastructures;
        this.handover = handover;
        this.clock = clock;
    }

    @EventListener(LeadershipAcquired.class)
    void closeInterrupted() {
        store.inState(ProbeProgress.State.RUNNING.name()).forEach(run ->
                store.save(ProbeRunViews.failed(run, "The server stopped during the run; its samples are kept.")));
        store.inState(ProbeProgress.State.READY.name()).forEach(this::handOverAgain);
    }

    /**
     * If a server stops between saving a run and queueing it, the run would never start and would block all others. A run that is delivered
     * twice is executed once.
     */
    private void handOverAgain(ProbeRunView run) {
        try {
            handover.probesRequested(run.id());
        } catch (ProblemException away) {
            LOG.warn("probe run {} is not started: {}", run.id(), away.getMessage());
        }
    }

    /**
     * A run that a person requests. Only one run at a time, because two runs would measure each other's load; a run that the server
     * requested itself is cancelled for it.
     */
    ProbeRunView ask(RunScope scope, int repetitions, ProbeFlows flows) {
        infrastructures.look();
        return ask(UUID.randomUUID().toString(), scope, repetitions,
                FlowRequests.checked(flows, scope.scope(), infrastructures.required()));
    }

    /**
     * A run that the server requests itself. It is deleted when its bytes no longer count against the budget.
     *
     * @param paths only these paths, to confirm a measurement; {@link ProbeFlows#ANY} for a scheduled run
     */
    ProbeRunView askStanding(RunScope scope, ProbeFlows paths) {
        return ask(STANDING + UUID.randomUUID(), scope, 1, paths);
    }

    /** A scheduled idle run of chosen paths; deleted like those of {@link #askStanding}. */
    ProbeRunView askIdle(Collection<PathId> paths) {
        return ask(IDLE + UUID.randomUUID(), RunScope.of(ProbeScope.IDLE), 1, idle(paths));
    }

    /** Paths of an idle run that the server requests. */
    static ProbeFlows idle(Collection<PathId> paths) {
        return new ProbeFlows(paths.stream().map(PathId::toString).sorted().toList(), ProbeFlows.ANY.flowSeconds(),
                ProbeFlows.ANY.flowsAtOnce());
    }

    /** Whether it is a scheduled idle run of chosen paths. */
    static boolean isIdle(ProbeRunView run) {
        return run.id().startsWith(IDLE);
    }

    /** Whether it is a scheduled run of all paths. Runs that confirm a measurement are not. */
    static boolean isScheduled(ProbeRunView run) {
        return run.id().startsWith(STANDING) && isWhole(run);
    }

    /** Whether the server requested it itself, to confirm measurements of its paths. */
    static boolean confirms(ProbeRunView run) {
        return run.id().startsWith(STANDING) && !isIdle(run) && !isWhole(run);
    }

    /** Whether the run measures all paths. */
    static boolean isWhole(ProbeRunView run) {
        return run.flows().paths().isEmpty();
    }

    private synchronized ProbeRunView ask(String id, RunScope scope, int repetitions, ProbeFlows flows) {
        infrastructures.required();
        for (ProbeProgress.State state : List.of(ProbeProgress.State.READY, ProbeProgress.State.RUNNING)) {
            store.inState(state.name()).stream().filter(run -> id.startsWith(STANDING) || !giveWay(run)).findFirst().ifPresent(run -> {
                if (state == ProbeProgress.State.READY) {
                    handOverAgain(run);
                }
                throw ProblemException.conflict("probes-running", "Probe run (" + run.id() + ") has not ended yet.",
                        "wait for it: GET /api/v1/probes/" + run.id() + ".");
            });
        }
        ProbeRunView run = new ProbeRunView(id, scope.toString(), repetitions, ProbeProgress.State.READY.name(), 0, 0, 0, 0, List.of(),
                List.of(), clock.instant(), flows);
        store.save(run);
        try {
            handover.probesRequested(run.id());
        } catch (ProblemException away) {
            store.save(ProbeRunViews.failed(run, "The probe run could not start: " + away.getMessage()));
            throw away;
        }
        return run;
    }

    ProbeRunView required(String id) {
        ProbeRunView stored = store.find(id).orElseThrow(() -> ProblemException.notFound("unknown-probe-run",
                "There is no probe run (" + id + ").", "start one with POST /api/v1/probes."));
        ProbeRun running = underWay.get(stored.id());
        return running == null ? stored : ProbeRunViews.underWay(ProbeRunViews.with(stored, running.progress()));
    }

    /** Whether the run is one that the server requested itself; it then ends as soon as its running probes are complete. */
    boolean giveWay(ProbeRunView run) {
        if (!run.id().startsWith(STANDING)) {
            return false;
        }
        if (ProbeRunViews.is(run, ProbeProgress.State.READY)) {
            store.saveIfReady(ProbeRunViews.cancelled(run, "A run that a person requested takes precedence."));
        }
        // Also if it was READY: it may have started just now, and is under way before its state is RUNNING.
        Optional.ofNullable(underWay.get(run.id())).ifPresent(ProbeRun::cancel);
        return true;
    }

    /** @return false if the run is no longer READY, because it has given way to another one; it must not run then */
    boolean started(ProbeRunView view, ProbeRun run) {
        underWay.put(view.id(), run);
        boolean started = store.saveIfReady(ProbeRunViews.with(view, new ProbeProgress(ProbeProgress.State.RUNNING, 0, 0,
                run.progress().sent(), run.progress().took(), List.of(), List.of())));
        if (!started) {
            underWay.remove(view.id());
        }
        return started;
    }

    void ended(ProbeRunView view) {
        store.save(view);
        store.forgetStanding(clock.instant().minus(Duration.ofHours(25)));
        underWay.remove(view.id());
    }

    List<ProbeRunView> all(Optional<String> state, Optional<String> before, int most) {
        return store.all(state, before, most).stream()
                .map(run -> Optional.ofNullable(underWay.get(run.id()))
                        .map(running -> ProbeRunViews.underWay(ProbeRunViews.with(run, running.progress()))).orElse(run))
                .toList();
    }

    /** A queued run cannot be cancelled, because its message is already in the broker. */
    ProbeRunView cancel(String id) {
        ProbeRunView run = required(id);
        ProbeRun running = underWay.get(run.id());
        if (running == null) {
            throw ProblemException.conflict("probe-run-ended", "Probe run (" + run.id() + ") is not under way: " + run.state() + ".",
                    ProbeRunViews.is(run, ProbeProgress.State.READY) ? "it is starting: try again." : "there is nothing to cancel.");
        }
        running.cancel();
        return required(id);
    }

    /** On server shutdown: no further probe is started. */
    void cancel() {
        underWay.values().forEach(ProbeRun::cancel);
    }
}
