package org.caravan.server.decision;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.caravan.rules.ActionKind;
import org.caravan.rules.PastAction;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Decisions about actions. They are stored before the action, in contrast to {@link Decisions}, which reports what was done. */
@Component
public class ActionStore implements ActionLog {

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

    @Override
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

    @Override
    public Optional<Kept> latestOf(String key) {
        return database.sql("select * from decision where action_key = ? or substr(action_key, 1, length(?)) = ? "
                + "order by number desc limit 1").params(key, key + " ", key + " ").query(ActionStore::read).optional();
    }

    @Override
    public List<Kept> open() {
        return database.sql("select * from decision where state in ('DECIDED', 'DEPLOYING', 'PROPOSED', 'EXPIRED') order by number")
                .query(ActionStore::read).list();
    }

    @Override
    public Kept change(Kept kept, Action now, String outcome) {
        change(kept, now, outcome, "", List.of());
        return new Kept(kept.number(), kept.at(), kept.rule(), kept.application(), now);
    }

    @Override
    public void refused(Kept kept, Action now, String outcome) {
        kept.action().approvedBy().ifPresent(by -> database.sql("update decision set approved_by = null where number = ? "
                + "and approved_by = ? and deployment is null").params(kept.number(), by).update());
        change(kept, now, outcome);
    }

    @Override
    public void changeIfUnchanged(Kept kept, Action now, String outcome) {
        change(kept, now, outcome, " and state = ? and coalesce(plan, '') = ? and coalesce(approved_by, '') = ?",
                List.of(kept.action().state().name(), kept.action().planId().orElse(""), kept.action().approvedBy().orElse("")));
    }

    private void change(Kept kept, Action now, String outcome, String condition, List<Object> expected) {
        Instant at = clock.instant();
        List<Object> values = ActionRow.values(Optional.of(now), at);
        values.add(outcome);
        boolean begins = now.deploymentId().isPresent() ? !now.deploymentId().equals(kept.action().deploymentId())
                : now.state() == Action.State.DONE;
        if (begins) {
            values.add(at.toString());
        }
        values.add(kept.number());
        values.addAll(expected);
        if (database.sql("update decision set " + ActionRow.assignments() + ", outcome = ?" + (begins ? ", acted = ?" : "")
                + " where number = ?" + condition).params(values).update() > 0) {
            tell(kept.number(), kept.rule(), kept.application(), outcome);
        }
    }

    @Override
    public List<PastAction> past(String application, Duration since) {
        return database.sql("""
                select coalesce(acted, at) as begun, moves, starts, stops from decision where application = ? and coalesce(acted, at) > ?
                and state in ('DEPLOYING', 'DONE', 'FAILED', 'UNDONE') and deployment is not null""")
                .params(application, clock.instant().minus(since).toString())
                .query((row, line) -> new PastAction(Instant.parse(row.getString("begun")), ActionRow.effort(row))).list();
    }

    @Override
    public Set<String> receivers(String application, Set<String> lost, Instant since) {
        Set<String> receivers = new TreeSet<>();
        database.sql("""
                select * from decision where at > ? and application <> ? and moved_to is not null
                and state in ('DECIDED', 'DEPLOYING', 'DONE')""").params(since.toString(), application).query(ActionStore::read).list()
                .stream().map(Kept::action).filter(action -> action.hostIds().stream().anyMatch(lost::contains))
                .forEach(action -> receivers.addAll(action.movedTo()));
        return receivers;
    }

    @Override
    public Optional<Instant> latest(String application, ActionKind kind, Duration since) {
        return database.sql("""
                select max(coalesce(acted, at)) from decision where application = ? and action = ? and coalesce(acted, at) > ?
                and state in ('DEPLOYING', 'DONE', 'FAILED', 'UNDONE') and deployment is not null""")
                .params(application, kind.name(), clock.instant().minus(since).toString())
                .query((row, line) -> Optional.ofNullable(row.getString(1)).map(Instant::parse)).single();
    }

    @Override
    public int direct(String application, Duration since) {
        return database.sql("""
                select count(*) from decision where application = ? and action in ('NOTIFY', 'RUN') and at > ?
                and state in ('DECIDED', 'DONE', 'FAILED')""").params(application, clock.instant().minus(since).toString())
                .query(Integer.class).single();
    }

    @Override
    public Optional<Instant> lastRan(String application, String keyStart) {
        return database.sql("""
                select max(coalesce(acted, at)) from decision where application = ? and substr(action_key, 1, length(?)) = ?
                and (state in ('DEPLOYING', 'DONE', 'UNDONE') or state = 'FAILED' and deployment is not null)""")
                .params(application, keyStart, keyStart)
                .query((row, line) -> Optional.ofNullable(row.getString(1)).map(Instant::parse)).single();
    }

    /** Cause of a decision, one sentence. */
    public String cause(long number) {
        return database.sql("select cause from decision where number = ?").param(number).query(String.class).single();
    }

    /** A person approved the plan of a proposal. */
    public void approved(String application, String planId, String by) {
        database.sql("update decision set approved_by = ? where application = ? and plan = ? and approved_by is null "
                + "and state in ('PROPOSED', 'EXPIRED', 'DEPLOYING', 'DONE')")
                .params(by, application, planId).update();
    }

    private void tell(long number, String rule, String application, String outcome) {
        events.accept(new Event.DecisionMade(number, rule, application, outcome));
    }

    private static Kept read(ResultSet row, int line) throws SQLException {
        return new Kept(row.getLong("number"), Instant.parse(row.getString("at")), row.getString("rule"), row.getString("application"),
                ActionRow.read(row).orElseThrow());
    }
}
