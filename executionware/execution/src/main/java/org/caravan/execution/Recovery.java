package org.caravan.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.change.EntryTable;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.execution.journal.OutdatedPlan;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Resumes the recorded work after a server start. */
final class Recovery {

    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    private final RunStore store;
    private final EntryTable entryTable;
    private final Clock clock;
    private final RunStarter beginning;

    Recovery(RunStore store, EntryTable entryTable, Clock clock, RunStarter beginning) {
        this.store = store;
        this.entryTable = entryTable;
        this.clock = clock;
        this.beginning = beginning;
    }

    /** @return ids of the runs that continue */
    List<Long> recover() {
        giveAnswersAgain();
        return goOn();
    }

    private void giveAnswersAgain() {
        store.allEntries().forEach((application, entries) -> {
            try {
                entryTable.set(application, entries.generation(), entries.state().entries());
            } catch (RuntimeException e) {
                // An external zone keeps its former answers, so this failure must not prevent the recovery of deployments.
                LOG.error("names of users of {} cannot be published yet", application, e);
            }
        });
    }

    private List<Long> goOn() {
        List<Long> resumed = new ArrayList<>();
        for (long runId : store.unfinished()) {
            try {
                beginning.resume(runId);
                resumed.add(runId);
                LOG.info("deployment {} was interrupted; continuing it", runId);
            } catch (OutdatedPlan superseded) {
                // An outdated run must not prevent the recovery of others.
                store.runEnded(runId, RunState.FAILED, Optional.of(superseded.getMessage()), clock.now());
            } catch (UnreadableRecord unreadable) {
                // Affects only its own application.
                LOG.error("deployment {} cannot continue: {}", runId, unreadable.getMessage());
            }
        }
        return resumed;
    }
}
