package org.caravan.execution.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.change.StepKind;
import org.caravan.execution.journal.Cancel;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.Phase;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunSummary;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.StepDuration;
import org.caravan.execution.journal.StepRecord;
import org.caravan.execution.journal.StepState;
import org.caravan.json.Json;

/** Converts rows to records of runs and steps. */
final class StepRows {

    private StepRows() {}

    /** The run without its steps. */
    static ExecutionReport report(ResultSet row) throws SQLException {
        return new ExecutionReport(row.getLong("id"), row.getString("application"), row.getString("plan_id"),
                text(row, "previous_plan_id"), text(row, "undo_plan_id"),
                text(row, "terms").map(terms -> Json.read(terms, RunTerms.class)).orElse(RunTerms.HELD),
                RunState.valueOf(row.getString("state")), row.getInt("attempt"), Instant.parse(row.getString("started_at")),
                time(row, "ended_at"), text(row, "error"), cancel(row), List.of());
    }

    private static Optional<Cancel> cancel(ResultSet row) throws SQLException {
        Optional<Instant> at = time(row, "cancelled_at");
        return at.isEmpty() ? Optional.empty() : Optional.of(new Cancel(row.getString("cancelled_by"), at.get()));
    }

    static RunSummary summary(ResultSet row) throws SQLException {
        return new RunSummary(row.getLong("id"), row.getString("application"), RunState.valueOf(row.getString("state")),
                Instant.parse(row.getString("started_at")), time(row, "ended_at"), text(row, "error"));
    }

    static StepRecord step(ResultSet row) throws SQLException {
        return new StepRecord(row.getInt("attempt"), row.getInt("number"), Phase.valueOf(row.getString("phase")),
                StepKind.valueOf(row.getString("kind")), row.getString("text"), text(row, "host_id"), text(row, "image"),
                waitsFor(row.getString("waits_for")), StepState.valueOf(row.getString("state")), row.getInt("tries"),
                time(row, "started_at"), time(row, "ended_at"), text(row, "error"));
    }

    static StepDuration duration(ResultSet row) throws SQLException {
        Duration duration = Duration.between(time(row, "started_at").orElseThrow(), time(row, "ended_at").orElseThrow());
        // The system time may have been set back meanwhile.
        return new StepDuration(StepKind.valueOf(row.getString("kind")), text(row, "host_id"), text(row, "image"), duration.isNegative()
                ? Duration.ZERO : duration);
    }

    /** Step numbers in the format of the column: {@code 1 2 5}. */
    static String waitsFor(Collection<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    private static SortedSet<Integer> waitsFor(String column) {
        return Arrays.stream(column.split(" ")).filter(number -> !number.isEmpty()).map(Integer::valueOf)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Optional<String> text(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getString(column));
    }

    private static Optional<Instant> time(ResultSet row, String column) throws SQLException {
        return text(row, column).map(Instant::parse);
    }
}
