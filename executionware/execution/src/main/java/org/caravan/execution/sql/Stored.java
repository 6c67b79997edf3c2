package org.caravan.execution.sql;

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
 * Records that the journal stores as JSON. Their format is part of the journal's version. A change of the format requires a new
 * version in {@link Schema}, whose statements migrate existing texts.
 */
final class Stored {

    /** Suggestion for damaged records and for records of a newer version. */
    static final String RESTORE =
            "restore the data folder from a backup (caravan-server restore FILE), or start the Caravan that wrote it.";

    private static final Logger LOG = LoggerFactory.getLogger(Stored.class);
    private static final int MOST_NAMED = 1_000;
    private static final Set<String> NAMED = ConcurrentHashMap.newKeySet();

    private Stored() {}

    /** @throws UnreadableRecord if this version cannot read the plan */
    static DeploymentPlan plan(String application, String planId, String text) {
        return reading("plan in force", Digest.abbreviated(planId), Optional.of(application), RESTORE,
                () -> Json.read(text, DeploymentPlan.class));
    }

    /** The report of a plan. It only explains, so an unreadable report is omitted. */
    static Optional<PlanReport> report(String planId, String text) {
        try {
            return Optional.of(Json.read(text, PlanReport.class));
        } catch (RejectedInput unreadable) {
            LOG.warn("the reasons of plan {} are of an earlier Caravan and cannot be read: {}", Digest.abbreviated(planId),
                    unreadable.getMessage());
            return Optional.empty();
        }
    }

    /** Reads a value from a row or a text. */
    interface Read<T> {
        T get() throws SQLException;
    }

    /** @throws UnreadableRecord with the cause, except for failures of the database itself */
    static <T> T reading(String kind, String id, Optional<String> application, String wayOut, Read<T> read) {
        try {
            return read.get();
        } catch (UnreadableRecord unreadable) {
            throw unreadable;
        } catch (RuntimeException | SQLException damaged) {
            throw new UnreadableRecord(kind, id, application, wayOut, damaged);
        }
    }

    /** For lists: omits an unreadable record, so that it does not hide the others. Each is logged once. */
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

    /** The read failure; empty if the record is readable. */
    static Optional<UnreadableRecord> failure(Supplier<?> read) {
        try {
            read.get();
            return Optional.empty();
        } catch (UnreadableRecord unreadable) {
            return Optional.of(unreadable);
        }
    }
}
