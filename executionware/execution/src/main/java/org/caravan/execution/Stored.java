package org.caravan.execution;

import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.caravan.canonical.Digest;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.json.Json;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records that the journal holds as JSON. Their form is a part of the journal's version: whoever changes it adds one to
 * {@link Schema}, whose statements bring the texts that are there into the new form.
 */
final class Stored {

    /** What helps against damage, and against a record of a newer version. */
    static final String RESTORE = "restore the data folder from a backup (caravan-server restore FILE), or start the Caravan that wrote it.";

    private static final Logger LOG = LoggerFactory.getLogger(Stored.class);
    private static final int MOST_NAMED = 1_000;
    private static final Set<String> NAMED = ConcurrentHashMap.newKeySet();

    private Stored() {}

    /** @throws UnreadableRecord if this Caravan cannot read it */
    static DeploymentPlan plan(String application, String planId, String text) {
        return reading("plan in force", Digest.abbreviated(planId), Optional.of(application), RESTORE, () -> Json.read(text, DeploymentPlan.class));
    }

    /** Only explains: one that cannot be read any more is left out. */
    static Optional<PlanReport> report(String planId, String text) {
        try {
            return Optional.of(Json.read(text, PlanReport.class));
        } catch (RejectedInput unreadable) {
            LOG.warn("the reasons of plan {} are of an earlier Caravan and cannot be read: {}", Digest.abbreviated(planId), unreadable.getMessage());
            return Optional.empty();
        }
    }

    /** Reads something out of a row or a text. */
    interface Read<T> {
        T get() throws SQLException;
    }

    /** @throws UnreadableRecord with the cause, unless the database itself failed */
    static <T> T reading(String kind, String id, Optional<String> application, String wayOut, Read<T> read) {
        try {
            return read.get();
        } catch (UnreadableRecord unreadable) {
            throw unreadable;
        } catch (RuntimeException | SQLException damaged) {
            throw new UnreadableRecord(kind, id, application, wayOut, damaged);
        }
    }

    /** For lists: a record that cannot be read is left out, so that it does not hide the others. The log names it once. */
    static <T> Optional<T> readable(Supplier<T> read) {
        try {
            return Optional.of(read.get());
        } catch (UnreadableRecord unreadable) {
            if (NAMED.size() < MOST_NAMED && NAMED.add(unreadable.kind() + " " + unreadable.id())) {
                LOG.error("{}", unreadable.getMessage());
            }
            return Optional.empty();
        }
    }

    /** Why it cannot be read; empty if it can. */
    static Optional<UnreadableRecord> failure(Supplier<?> read) {
        try {
            read.get();
            return Optional.empty();
        } catch (UnreadableRecord unreadable) {
            return Optional.of(unreadable);
        }
    }
}
