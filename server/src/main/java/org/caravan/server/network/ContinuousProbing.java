package org.caravan.server.network;

import jakarta.annotation.PostConstruct;
import java.time.Clock;
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

/** Continuous probing, if configured: frequent idle measurements of all paths, and less frequent flows within the budget. */
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

    /** Begins an idle run now, between the standing ones, to confirm what the latest run has shown; does nothing without standing runs. */
    public void again() {
        if (settings.used() && leads.now()) {
            ask(RunScope.of(ProbeScope.IDLE));
        }
    }

    /** If another run is in progress, no run is requested: its measurements serve as well. */
    private void probe() {
        if (!leads.now() || infrastructures.current().isEmpty()) {
            return;
        }
        boolean flows = !betweenFlows.lasts();
        if (ask(flows ? RunScope.within(budgeted.standing()) : RunScope.of(ProbeScope.IDLE)) && flows) {
            betweenFlows.begin();
        }
    }

    private boolean ask(RunScope scope) {
        try {
            runs.askStanding(scope);
            return true;
        } catch (ProblemException underWay) {
            LOG.debug("not probed now: {}", underWay.getMessage());
            return false;
        }
    }
}
