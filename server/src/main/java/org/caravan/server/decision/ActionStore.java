package org.caravan.server.decision;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Effort;
import org.caravan.rules.Limit;
import org.caravan.rules.PastAction;
import org.caravan.server.decision.Action.State;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Decisions about actions. They are stored before the action, in contrast to {@link Decisions}, which reports what was done. */
@Component
public class ActionStore {

    private final JdbcClient database;
    private final DecisionStore decisions;
    private final Consumer<Event> events;
    private final Clock clock;

    @Autowired
    ActionStore(JdbcClient database, DecisionStore decisions, Events events, Clock clock) {
        this(database, decisions, events::publish, clock);
    }

    ActionStore(JdbcClient database, DecisionStore decisions, Consumer<Event> events, Clock clock) {
        this.database = database;
        this.decisions = decisions;
        this.events = events;
        this.clock = clock;
    }

    /** A stored decision about an action. @param rule name of the rule */
    public record Kept(long number, Instant at, String rule, String application, Action action) {}

    /** Stores a decision unless one with its key exists. @return the decision with this key */
    public Kept keep(DecisionRecord decided, Action action) {
        while (true) {
            Optional<Kept> known = find(action.key());
            if (known.isPresent()) {
                return known.get();
            }
            // Empty if another server took the number or made the same decision: then the loop looks again.
            decisions.add(clock.instant(), decided, Optional.of(action))
                    .ifPresent(number -> tell(number, decided.rule().word(), decided.application().orElse(null), decided.outcome()));
        }
    }

    public Optional<Kept> find(String key) {
        return database.sql("select * from decision where action_key = ?").param(key).query(ActionStore::read).optional();
    }

    /** Decisions whose action has not ended, oldest first. */
    public List<Kept> open() {
        return database.sql("select * from decision where state in ('DECIDED', 'DEPLOYING', 'PROPOSED') order by number")
                .query(ActionStore::read).list();
    }

    /** Changes state, plan and deployment of a decision. @param outcome one sentence */
    public void change(Kept kept, Action now, String outcome) {
        database.sql("""
                update decision set state = ?, limit_name = ?, limit_text = ?, plan = ?, diff = ?, approved_by = ?, deployment = ?,
                moves = ?, starts = ?, stops = ?, ended = ?, outcome = ? where number = ?""")
                .params(now.state().name(), now.limit().map(Limit::name).orElse(null), now.limit().map(Limit::text).orElse(null),
                        now.planId().orElse(null), now.diffText(), now.approvedBy().orElse(null), now.deploymentId().orElse(null),
                        now.effort().moves(), now.effort().starts(), now.effort().stops(),
                        now.state().open() ? null : clock.instant().toString(), outcome, kept.number()).update();
        tell(kept.number(), kept.rule(), kept.application(), outcome);
    }

    /** Actions that were carried out since then, whatever their end. */
    public List<PastAction> past(String application, Duration since) {
        return database.sql("""
                select at, moves, starts, stops from decision where application = ? and at > ?
                and state in ('DEPLOYING', 'DONE', 'FAILED', 'UNDONE') and deployment is not null""")
                .params(application, clock.instant().minus(since).toString())
                .query((row, line) -> new PastAction(Instant.parse(row.getString("at")), effort(row))).list();
    }

    /** Latest time since then at which an action of this kind was carried out, whatever its end. */
    public Optional<Instant> latest(String application, ActionKind kind, Duration since) {
        return database.sql("""
                select max(at) from decision where application = ? and action = ? and at > ?
                and state in ('DEPLOYING', 'DONE', 'FAILED', 'UNDONE') and deployment is not null""")
                .params(application, kind.name(), clock.instant().minus(since).toString())
                .query((row, line) -> Optional.ofNullable(row.getString(1)).map(Instant::parse)).single();
    }

    /** Latest time at which an action whose key begins so ran, even if it had nothing to change. */
    public Optional<Instant> lastRan(String application, String keyStart) {
        return database.sql("""
                select max(at) from decision where application = ? and substr(action_key, 1, length(?)) = ?
                and (state in ('DEPLOYING', 'DONE', 'UNDONE') or state = 'FAILED' and deployment is not null)""")
                .params(application, keyStart, keyStart)
                .query((row, line) -> Optional.ofNullable(row.getString(1)).map(Instant::parse)).single();
    }

    /** A person approved the plan of a proposal. */
    public void approved(String application, String planId, String by) {
        database.sql("update decision set approved_by = ? where application = ? and plan = ? and state = 'PROPOSED'")
                .params(by, application, planId).update();
    }

    private void tell(long number, String rule, String application, String outcome) {
        events.accept(new Event.DecisionMade(number, rule, application, outcome));
    }

    private static Effort effort(ResultSet row) throws SQLException {
        return new Effort(row.getInt("moves"), row.getInt("starts"), row.getInt("stops"));
    }

    private static Kept read(ResultSet row, int line) throws SQLException {
        long deployment = row.getLong("deployment");
        Optional<Long> deploymentId = row.wasNull() ? Optional.empty() : Optional.of(deployment);
        Optional<Limit> limit = Optional.ofNullable(row.getString("limit_name")).isPresent()
                ? Optional.of(new Limit(row.getString("limit_name"), row.getString("limit_text"), Optional.empty())) : Optional.empty();
        return new Kept(row.getLong("number"), Instant.parse(row.getString("at")), row.getString("rule"), row.getString("application"),
                new Action(row.getString("action_key"), ActionKind.valueOf(row.getString("action")),
                        Autonomy.valueOf(row.getString("autonomy")),
                        State.valueOf(row.getString("state")), limit, Optional.ofNullable(row.getString("plan")),
                        Optional.ofNullable(row.getString("diff")).orElse(""), Optional.ofNullable(row.getString("approved_by")),
                                deploymentId, effort(row)));
    }
}
