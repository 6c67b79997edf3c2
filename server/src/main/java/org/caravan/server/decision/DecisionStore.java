package org.caravan.server.decision;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.caravan.api.adaptation.DecisionView;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.json.Json;
import org.caravan.server.data.RecordCheck;
import org.caravan.server.data.StoredRows;
import org.caravan.server.organisation.OrganisationScope;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Store of the latest decisions; older decisions are deleted. */
@Component
class DecisionStore implements RecordCheck {

    private static final StoredRows ROWS = new StoredRows("decision", "number", Optional.of("application"),
            "ignore it: decisions are a history, and only the latest 10,000 are kept.");

    private static final int KEPT = 10_000;
    /** Decisions that are younger, or whose action has not ended, are kept whatever their number. */
    private static final Duration LEAST_AGE = Duration.ofHours(1);
    /** Condition for decisions within the caller's scope: all, or decisions about applications of the organisation. */
    private static final String HEARD =
            "(cast(? as text) is null or application in (select name from owned where kind = 'APPLICATION' and organisation = ?))";

    private final JdbcClient database;

    DecisionStore(JdbcClient database) {
        this.database = database;
    }

    /** @return number of the decision */
    long add(Instant at, DecisionRecord decided) {
        while (true) {
            OptionalLong number = add(at, decided, Optional.empty());
            if (number.isPresent()) {
                return number.getAsLong();
            }
        }
    }

    /** @return number of the decision; empty if the number was taken meanwhile, or the key of the action exists */
    OptionalLong add(Instant at, DecisionRecord decided, Optional<Action> action) {
        long number = database.sql("select coalesce(max(number), 0) + 1 from decision").query(Long.class).single();
        List<Object> values = new ArrayList<>();
        Collections.addAll(values, number, at.toString(), decided.rule().word(), decided.application().orElse(null),
                Json.write(decided.subjects()), decided.cause(), Json.write(decided.figures()), decided.outcome());
        values.addAll(ActionRow.values(action, at));
        int added = database.sql("insert into decision (number, at, rule, application, subjects, cause, figures, outcome, "
                + ActionRow.columns() + ") values (" + String.join(", ", Collections.nCopies(values.size(), "?"))
                + ") on conflict do nothing").params(values).update();
        if (added == 0) {
            return OptionalLong.empty();
        }
        database.sql("delete from decision where number <= ? and at < ? and (state is null or state not in ('DECIDED', 'DEPLOYING', "
                + "'PROPOSED'))").params(number - KEPT, at.minus(LEAST_AGE).toString()).update();
        return OptionalLong.of(number);
    }

    /**
     * Number of stored decisions of a rule, and the latest of them.
     *
     * @param last number of the latest decision
     */
    record Count(long decisions, long last, Instant at) {}

    /** Counts by name of the rule; rules without a decision within the caller's scope are absent. */
    Map<String, Count> counts(OrganisationScope reach) {
        Map<String, Count> counts = new HashMap<>();
        database.sql(
                "select decision.rule, decision.number, decision.at, decision.application, counted.decisions from decision join (select "
                + "max(number) as last, count(*) as decisions from decision where "
                        + HEARD + " group by rule) counted on decision.number = counted.last")
                .params(reach.organisation().orElse(null), reach.organisation().orElse(null))
                .query(ROWS.each((row, line) -> counts.put(row.getString("rule"),
                        new Count(row.getLong("decisions"), row.getLong("number"), Instant.parse(row.getString("at")))) == null)).list();
        return counts;
    }

    /**
     * Up to {@code most} decisions before this number, newest first. A caller of an organisation gets only decisions about its
     * applications, because others may name foreign resources.
     */
    List<DecisionView> before(long number, OrganisationScope reach, Optional<String> application, Optional<String> rule, int most) {
        return database.sql("select * from decision where number < ? "
                        + "and " + HEARD + " "
                        + "and (cast(? as text) is null or application = ?) and (cast(? as text) is null or rule = ?) order by number "
                                + "desc limit ?")
                .params(number, reach.organisation().orElse(null), reach.organisation().orElse(null), application.orElse(null),
                        application.orElse(null), rule.orElse(null), rule.orElse(null), most)
                .query(ROWS.each(DecisionViews::read)).list().stream().flatMap(Optional::stream).toList();
    }

    /** Whether a rule decided about an application at or after a time. */
    boolean any(String application, BuiltInRule rule, Instant from) {
        return database.sql("select at from decision where application = ? and rule = ?").params(application, rule.word())
                .query(String.class).list().stream().anyMatch(at -> !Instant.parse(at).isBefore(from));
    }

    /** Decisions about an application in a period, oldest first. */
    List<DecisionView> between(String application, Instant from, Instant until) {
        return database.sql("select * from decision where application = ? and at >= ? and at < ? order by number")
                .params(application, from.toString(), until.toString()).query(ROWS.each(DecisionViews::read)).list().stream()
                .flatMap(Optional::stream).toList();
    }

    @Override
    public List<UnreadableRecord> unreadable() {
        return StoredRows.readable(database.sql("select * from decision order by number desc limit 1000")
                .query(ROWS.failure(DecisionViews::read)).list());
    }
}
