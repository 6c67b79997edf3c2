package org.caravan.server.network;

import jakarta.annotation.PostConstruct;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.api.network.ProbeFlows;
import org.caravan.api.network.ProbeRunView;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.ProbeScope;
import org.caravan.server.Pause;
import org.caravan.server.Settings;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.leading.LeaderStatus;
import org.caravan.server.rest.ProblemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.stereotype.Component;

/**
 * Continuous probing, if configured: frequent idle measurements of all paths, and less frequent flows within the budget; or only idle
 * measurements of the paths that are due ({@link StandingIdle}). Between them, paths that a first measurement shows as changed are measured
 * again, to confirm it.
 */
@Component
public class ContinuousProbing {

    private static final Logger LOG = LoggerFactory.getLogger(ContinuousProbing.class);

    private final Settings.Probing settings;
    private final TaskScheduler scheduler;
    private final Infrastructures infrastructures;
    private final ProbeRuns runs;
    private final BudgetedFlows budgeted;
    private final StandingIdle idle;
    private final LeaderStatus leads;
    private final Clock clock;
    private final DueProbes due;

    ContinuousProbing(Settings settings, TaskScheduler scheduler, Infrastructures infrastructures, ProbeRuns runs, BudgetedFlows budgeted,
            StandingIdle idle, LeaderStatus leads, Clock clock) {
        this.settings = settings.probing();
        this.due = new DueProbes(new Pause(settings.probing().flowsEvery()));
        this.scheduler = scheduler;
        this.infrastructures = infrastructures;
        this.runs = runs;
        this.budgeted = budgeted;
        this.idle = idle;
        this.leads = leads;
        this.clock = clock;
    }

    @PostConstruct
    void begin() {
        if (settings.used()) {
            LOG.info("the network is probed every {} s, flows every {} s within {} a day and access link", settings.every().toSeconds(),
                    settings.flowsEvery().toSeconds(), settings.budget());
        } else if (settings.idleUsed()) {
            LOG.info("paths in use are probed every {} s, others less often, within {} a day and access link",
                    settings.idleEvery().toSeconds(), settings.budget());
        }
        if (standing()) {
            scheduler.scheduleWithFixedDelay(this::probe, clock.instant().plus(settings.standingEvery()), settings.standingEvery());
        }
    }

    private boolean standing() {
        return settings.used() || settings.idleUsed();
    }

    /**
     * Measures these paths again now, to confirm what the latest measurement has shown. A run in progress does so before its next flows;
     * without one, a run of its own does. Does nothing without standing runs.
     */
    public void again(Collection<PathId> paths) {
        if (standing() && leads.now()) {
            due.add(paths);
            confirm();
        }
    }

    /** The paths that wait to be confirmed, each returned once. */
    Set<PathId> takeToConfirm() {
        return due.take();
    }

    /** A run did not measure these paths, which it took: they wait until it has ended. */
    void notConfirmed(Collection<PathId> paths) {
        due.add(paths);
    }

    /** Called when a run has ended, or ended before it began: what could not begin because of it begins now. */
    void ended(ProbeRunView run) {
        idle.ended(run);
        if (standing() && leads.now()) {
            due.ended(run, this::confirm, this::probe);
        }
    }

    /** Whether a run of these paths alone was requested. If not, the run in progress takes them, or they wait until it has ended. */
    private boolean confirm() {
        return due.confirm(paths -> ask(() -> runs.askStanding(RunScope.of(ProbeScope.IDLE), ProbeRuns.idle(paths))));
    }

    /** If another run is in progress, this one begins when that has ended. */
    private void probe() {
        if (leads.now() && infrastructures.current().isPresent()) {
            due.probe(flows -> ask(settings.used() ? () -> runs.askStanding(flows ? RunScope.within(budgeted.standing())
                    : RunScope.of(ProbeScope.IDLE), ProbeFlows.ANY) : this::probeIdle));
        }
    }

    private void probeIdle() {
        List<PathId> paths = idle.due(infrastructures.required());
        if (!paths.isEmpty()) {
            ProbeRunView asked = runs.askIdle(paths);
            idle.asked(asked);
            // It may have ended before it was noted, because a person requested another run: its end is noted again.
            Optional.of(runs.required(asked.id())).filter(ProbeRunViews::hasEnded).ifPresent(idle::ended);
        }
    }

    private boolean ask(Runnable request) {
        try {
            request.run();
            return true;
        } catch (ProblemException underWay) {
            LOG.debug("not probed now: {}", underWay.getMessage());
        } catch (DataAccessException away) {
            LOG.warn("not probed now: {}", away.getMessage());
        }
        return false;
    }
}
