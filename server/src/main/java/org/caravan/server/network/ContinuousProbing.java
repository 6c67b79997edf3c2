package org.caravan.server.network;

import jakarta.annotation.PostConstruct;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.api.network.ProbeFlows;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.ProbeScope;
import org.caravan.server.Pause;
import org.caravan.server.Settings;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.leading.LeaderStatus;
import org.caravan.server.rest.ProblemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.stereotype.Component;

/**
 * Continuous probing, if configured: frequent idle measurements of all paths, and less frequent flows within the budget. Between them,
 * paths that a first measurement shows as changed are measured again, to confirm it.
 */
@Component
public class ContinuousProbing {

    private static final Logger LOG = LoggerFactory.getLogger(ContinuousProbing.class);

    private final Settings.Probing settings;
    private final TaskScheduler scheduler;
    private final Infrastructures infrastructures;
    private final ProbeRuns runs;
    private final BudgetedFlows budgeted;
    private final LeaderStatus leads;
    private final Clock clock;
    private final Pause betweenFlows;
    private final Set<PathId> toConfirm = new TreeSet<>();
    /** Whether a scheduled run was left out because another run was in progress. */
    private boolean late;

    ContinuousProbing(Settings settings, TaskScheduler scheduler, Infrastructures infrastructures, ProbeRuns runs, BudgetedFlows budgeted,
            LeaderStatus leads, Clock clock) {
        this.settings = settings.probing();
        this.betweenFlows = new Pause(settings.probing().flowsEvery());
        this.scheduler = scheduler;
        this.infrastructures = infrastructures;
        this.runs = runs;
        this.budgeted = budgeted;
        this.leads = leads;
        this.clock = clock;
    }

    @PostConstruct
    void begin() {
        if (settings.used()) {
            LOG.info("the network is probed every {} s, flows every {} s within {} a day and access link", settings.every().toSeconds(),
                    settings.flowsEvery().toSeconds(), settings.budget());
            scheduler.scheduleWithFixedDelay(this::probe, clock.instant().plus(settings.every()), settings.every());
        }
    }

    /**
     * Measures these paths again now, to confirm what the latest measurement has shown. A run in progress does so before its next flows;
     * without one, a run of its own does. Does nothing without standing runs.
     */
    public void again(Collection<PathId> paths) {
        if (settings.used() && leads.now()) {
            synchronized (this) {
                toConfirm.addAll(paths);
            }
            confirm();
        }
    }

    /** The paths that wait to be confirmed, each returned once. */
    synchronized Set<PathId> takeToConfirm() {
        Set<PathId> paths = Set.copyOf(toConfirm);
        toConfirm.clear();
        return paths;
    }

    /** Called when a run has ended: what could not begin during the run begins now. */
    void ended() {
        if (settings.used() && leads.now() && !confirm() && wasLate()) {
            probe();
        }
    }

    private synchronized boolean wasLate() {
        boolean was = late;
        late = false;
        return was;
    }

    /** Whether a run of these paths alone was requested. If not, the run in progress takes them, or they wait until it has ended. */
    private boolean confirm() {
        Set<PathId> paths = takeToConfirm();
        if (paths.isEmpty()) {
            return false;
        }
        List<String> texts = paths.stream().map(PathId::toString).sorted().toList();
        if (ask(RunScope.of(ProbeScope.IDLE), new ProbeFlows(texts, ProbeFlows.ANY.flowSeconds(), ProbeFlows.ANY.flowsAtOnce()))) {
            return true;
        }
        synchronized (this) {
            toConfirm.addAll(paths);
        }
        return false;
    }

    /** If another run is in progress, this one begins when that has ended. */
    private void probe() {
        if (!leads.now() || infrastructures.current().isEmpty()) {
            return;
        }
        boolean flows = !betweenFlows.lasts();
        boolean asked = ask(flows ? RunScope.within(budgeted.standing()) : RunScope.of(ProbeScope.IDLE), ProbeFlows.ANY);
        if (asked && flows) {
            betweenFlows.begin();
        }
        synchronized (this) {
            late = !asked;
        }
    }

    private boolean ask(RunScope scope, ProbeFlows paths) {
        try {
            runs.askStanding(scope, paths);
            return true;
        } catch (ProblemException underWay) {
            LOG.debug("not probed now: {}", underWay.getMessage());
            return false;
        }
    }
}
