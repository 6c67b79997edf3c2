package org.caravan.server.decision;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.caravan.json.Json;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Effort;
import org.caravan.rules.Limit;

/** The columns of an action in the table of decisions. */
enum ActionRow {
    ACTION_KEY((action, now) -> action.key()),
    ACTION((action, now) -> action.kind().name()),
    AUTONOMY((action, now) -> action.autonomy().name()),
    STATE((action, now) -> action.state().name()),
    LIMIT_NAME((action, now) -> action.limit().map(Limit::name).orElse(null)),
    LIMIT_TEXT((action, now) -> action.limit().map(Limit::text).orElse(null)),
    PLAN((action, now) -> action.planId().orElse(null)),
    DIFF((action, now) -> action.diffText()),
    APPROVED_BY((action, now) -> action.approvedBy().orElse(null)),
    DEPLOYMENT((action, now) -> action.deploymentId().orElse(null)),
    MOVES((action, now) -> action.effort().moves()),
    STARTS((action, now) -> action.effort().starts()),
    STOPS((action, now) -> action.effort().stops()),
    HOSTS((action, now) -> Json.write(action.hostIds())),
    TARGET((action, now) -> action.targetId().orElse(null)),
    MOVED_TO((action, now) -> Json.write(action.movedTo())),
    EXPIRES((action, now) -> action.expires().map(Instant::toString).orElse(null)),
    ENDED((action, now) -> action.state().open() ? null : now.toString());

    private final BiFunction<Action, Instant, Object> value;

    ActionRow(BiFunction<Action, Instant, Object> value) {
        this.value = value;
    }

    private String column() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Names of all columns, separated by commas. */
    static String columns() {
        return Arrays.stream(values()).map(ActionRow::column).collect(Collectors.joining(", "));
    }

    /** Assignments of all columns to parameters, for an update. A person may approve meanwhile: an approval is never removed. */
    static String assignments() {
        return Arrays.stream(values()).map(row -> row.column() + (row == APPROVED_BY ? " = coalesce(?, approved_by)" : " = ?"))
                .collect(Collectors.joining(", "));
    }

    /** Values in the order of the columns; all null without an action. @param now time of the change */
    static List<Object> values(Optional<Action> action, Instant now) {
        List<Object> values = new ArrayList<>();
        Arrays.stream(values()).forEach(row -> values.add(action.map(one -> row.value.apply(one, now)).orElse(null)));
        return values;
    }

    /** The action of a row; empty if the decision is not about an action. */
    static Optional<Action> read(ResultSet row) throws SQLException {
        String kind = row.getString("action");
        if (kind == null) {
            return Optional.empty();
        }
        long deployment = row.getLong("deployment");
        Optional<Long> deploymentId = row.wasNull() ? Optional.empty() : Optional.of(deployment);
        String limit = row.getString("limit_name");
        return Optional.of(new Action(row.getString("action_key"), ActionKind.valueOf(kind), Autonomy.valueOf(row.getString("autonomy")),
                Action.State.valueOf(row.getString("state")),
                limit == null ? Optional.empty() : Optional.of(new Limit(limit, row.getString("limit_text"), Optional.empty())),
                text(row, "plan"), text(row, "diff").orElse(""), text(row, "approved_by"), deploymentId, effort(row), ids(row, "hosts"),
                text(row, "target"), ids(row, "moved_to"), text(row, "expires").map(Instant::parse)));
    }

    static Effort effort(ResultSet row) throws SQLException {
        return new Effort(row.getInt("moves"), row.getInt("starts"), row.getInt("stops"));
    }

    private static Optional<String> text(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getString(column));
    }

    /** Rows of earlier versions have none. */
    private static Set<String> ids(ResultSet row, String column) throws SQLException {
        return new TreeSet<>(text(row, column).map(json -> List.of(Json.read(json, String[].class))).orElse(List.of()));
    }
}
