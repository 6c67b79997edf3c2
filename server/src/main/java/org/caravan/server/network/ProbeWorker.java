package org.caravan.server.network;

import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import org.apache.camel.Body;
import org.caravan.api.network.ProbeRunView;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathId;
import org.caravan.measure.SampleStore;
import org.caravan.measure.run.ProbeListener;
import org.caravan.measure.run.ProbeProgress;
import org.caravan.measure.run.ProbeRun;
import org.caravan.measure.schedule.LinkBudgets;
import org.caravan.measure.schedule.MachineAddresses;
import org.caravan.measure.schedule.ProbeBudgetLeft;
import org.caravan.measure.schedule.ProbeRound;
import org.caravan.measure.schedule.ProbeSchedule;
import org.caravan.measure.schedule.ProbeScope;
import org.caravan.measure.schedule.ProbeSettings;
import org.caravan.server.broker.MessagePublisher;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.samples.WindowResults;
import org.caravan.store.SampleStoreFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.event.Level;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Consumes probe runs from the broker and executes them one at a time. */
@Component("probeWorker")
public class ProbeWorker {

    private static final Logger LOG = LoggerFactory.getLogger(ProbeWorker.class);

    private final ProbeRuns runs;
    private final ProbeBackend bench;
    private final SampleStore samples;
    private final Infrastructures infrastructures;
    private final Network network;
    private final ProbeSpending spending;
    private final BudgetedFlows budgeted;
    private final PassiveSamples passive;
    private final WindowResults windows;
    private final MessagePublisher handover;
    private final Events events;
    private final Decisions decisions;
    private final ContinuousProbing continuous;
    private final StandingIdle idle;
    private final ApplicationEventPublisher told;
    private final Clock clock;

    ProbeWorker(ProbeRuns runs, ProbeBackend bench, SampleStore samples, Infrastructures infrastructures,
            Network network, ProbeSpending spending, BudgetedFlows budgeted, PassiveSamples passive, WindowResults windows,
                    MessagePublisher handover, Events events, Decisions decisions, ContinuousProbing continuous,
            StandingIdle idle, ApplicationEventPublisher told, Clock clock) {
        this.runs = runs;
        this.bench = bench;
        this.samples = samples;
        this.infrastructures = infrastructures;
        this.network = network;
        this.spending = spending;
        this.budgeted = budgeted;
        this.passive = passive;
        this.windows = windows;
        this.handover = handover;
        this.events = events;
        this.decisions = decisions;
        this.continuous = continuous;
        this.idle = idle;
        this.told = told;
        this.clock = clock;
    }

    /** A run that is not READY was delivered before, to a server that stopped meanwhile, or has given way: it is not started. */
    public void probesRequested(@Body String id) {
        ProbeRunView view = runs.required(id);
        if (!ProbeRunViews.is(view, ProbeProgress.State.READY)) {
            continuous.ended(view);
            return;
        }
        try (MDC.MDCCloseable mark = MDC.putCloseable("probeRun", id)) {
            carryOut(id, view);
        }
    }

    private void carryOut(String id, ProbeRunView view) {
        Optional<ProbeRunView> ended;
        try {
            ended = take(view).map(progress -> ProbeRunViews.with(view, progress));
        } catch (RuntimeException e) {
            ended = Optional.of(ProbeRunViews.failed(view, "The probe run could not start: " + e.getMessage()));
        }
        ended.ifPresentOrElse(this::end, () -> continuous.ended(runs.required(id)));
    }

    /** Standing idle runs begin each minute; {@link StandingIdle} logs their plan and their faults. */
    private static Level level(ProbeRunView run) {
        return ProbeRuns.isIdle(run) ? Level.DEBUG : Level.INFO;
    }

    private void end(ProbeRunView ended) {
        String id = ended.id();
        budgeted.sent(ended);
        // Before the end of the run becomes visible: a client that sees it may plan at once, on the new samples.
        learn(ended);
        runs.ended(ended);
        LOG.atLevel(level(ended)).log("probe run {}: {}, {} probes, {} bytes, {} faults", id, ended.state(), ended.done(),
                ended.sentBytes(), ended.faults().size());
        tell(ended);
        windows.tell(id, ended.askedAt());
        handover.probesFinished(id);
        continuous.ended(ended);
    }

    /** Empty if the run has given way to another one meanwhile. */
    private Optional<ProbeProgress> take(ProbeRunView view) {
        infrastructures.look();
        Infrastructure infrastructure = infrastructures.required();
        MachineAddresses addresses = Optional.of(view).filter(ProbeRuns::isIdle).flatMap(standing -> idle.addresses(infrastructure))
                .orElseGet(() -> bench.addresses(infrastructure));
        ProbeSchedule whole = ProbeSchedule.of(infrastructure, addresses,
                FlowRequests.applied(view.flows(), ProbeSettings.DEFAULT.withRepetitions(view.repetitions())));
        idle.scheduled(infrastructure, addresses, whole);
        ProbeSchedule schedule = FlowRequests.applied(view.flows(), whole)
                .sparing(ProbeRuns.isScheduled(view) ? passive.spared(infrastructure) : Set.of());
        ProbeBudgetLeft allowance = new ProbeBudgetLeft(
                LinkBudgets.of(infrastructure, RunScope.parse(view.scope()).budget()), spending.links(), clock);
        ProbeRun run = new ProbeRun(bench.probe(infrastructure), samples, infrastructure, schedule,
                new Listener(view), clock,
                known -> affordable(view, infrastructure, schedule, known), allowance);
        if (!runs.started(view, run)) {
            return Optional.empty();
        }
        LOG.atLevel(level(view)).log("probe run {} begins: {}", view.id(), view.scope());
        return Optional.of(run.run(RunScope.parse(view.scope()).scope()));
    }

    /** Publishes the progress of a run, and lets the rules evaluate its idle measurements before its flows begin. */
    private final class Listener implements ProbeListener {

        private final ProbeRunView view;

        Listener(ProbeRunView view) {
            this.view = view;
        }

        @Override
        public void progressed(ProbeProgress progress) {
            tell(ProbeRunViews.with(view, progress));
        }

        @Override
        public void idleMeasured() {
            if (RunScope.parse(view.scope()).scope() != ProbeScope.IDLE) { // an idle run ends now, which is published as well
                network.forget();
                told.publishEvent(new PathsMeasured());
            }
        }

        @Override
        public Set<PathId> toRepeat() {
            return continuous.takeToConfirm();
        }

        @Override
        public void notRepeated(Set<PathId> paths) {
            continuous.notConfirmed(paths);
        }
    }

    /** An unavailable database must not keep a run from ending: its samples are on disk and are used later. */
    private void learn(ProbeRunView ended) {
        try {
            SortedSet<PathId> silentBefore = network.matrix().silent();
            network.forget();
            budgeted.noteChanges(ended.askedAt());
            tellSilence(ended, silentBefore);
        } catch (SampleStoreFault away) {
            network.forget();
            LOG.warn("the results of probe run {} are not used yet: {}", ended.id(), away.getMessage());
        }
    }

    private List<ProbeRound> affordable(ProbeRunView view, Infrastructure infrastructure, ProbeSchedule schedule, NetworkMatrix known) {
        budgeted.noteChanges(view.askedAt());
        return budgeted.rounds(infrastructure, schedule, RunScope.parse(view.scope()).budget().orElse(budgeted.standing()), known);
    }

    /** Logs paths that became silent or answer again, so that a cut uplink is visible in the log. */
    private void tellSilence(ProbeRunView run, SortedSet<PathId> before) {
        SortedSet<PathId> silent = network.matrix().silent();
        List<PathId> cut = silent.stream().filter(path -> !before.contains(path)).toList();
        List<PathId> back = before.stream().filter(path -> !silent.contains(path)).toList();
        cut.forEach(path -> LOG.warn("path {} no longer answers", path));
        back.forEach(path -> LOG.info("path {} answers again", path));
        note(BuiltInRule.PATH_SILENT, cut, "No probe of run " + run.id() + " was answered there.",
                "Plans do not use these paths; what a promise needs is up to path-worse.", silent);
        note(BuiltInRule.PATH_BACK, back, "Probes of run " + run.id() + " are answered there again.", "Plans may use them again.", silent);
    }

    private void note(BuiltInRule rule, List<PathId> paths, String cause, String outcome, SortedSet<PathId> silent) {
        if (!paths.isEmpty()) {
            decisions.note(DecisionRecord.of(rule, cause, outcome).about(paths.stream().map(PathId::toString).toList())
                    .with("paths", paths.size()).with("silent paths in all", silent.size()));
        }
    }

    private void tell(ProbeRunView view) {
        events.publish(new Event.ProbeProgress(view.id(), view.state(), view.done(), view.total()));
    }

    @PreDestroy
    void close() {
        runs.cancel();
    }
}
