package org.caravan.server.decision;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.caravan.json.Json;
import org.caravan.rules.ActionKind;
import org.caravan.rules.PastAction;
import org.caravan.server.decision.DecisionRecord.Figure;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Decisions about actions. They are stored before the action, in contrast to {@link Decisions}, which reports what was done. */
@Component
public class ActionStore implements ActionLog {

    /** Within this time, a claimed plan begins or fails. The claim of a server that ended before the begin does not count for longer. */
    private static final Duration CLAIMED = Duration.ofMinutes(10);

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
        change(kept, now, outcome, " and (state not in ('DONE', 'UNDONE') or state = ?) and coalesce(deployment, 0) in (0, ?, ?)",
                List.of(kept.action().state().name(), kept.action().deploymentId().orElse(0L), now.deploymentId().orElse(0L)));
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
        List<Object> expected = new ArrayList<>(List.of(kept.action().state().name(), kept.action().planId().orElse(""),
                kept.action().approvedBy().orElse("")));
        boolean lapses = now.state() == Action.State.LAPSED;
        if (lapses) {
            expected.add(clock.instant().minus(CLAIMED).toString());
        }
        change(kept, now, outcome, " and state = ? and coalesce(plan, '') = ? and coalesce(approved_by, '') = ?"
                + (lapses ? " and (acted is null or acted < ?)" : ""), expected);
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
    public void measured(Kept kept, List<Figure> more) {
        // Twice, because another thread or server may add figures between the read and the update.
        if (!add(kept.number(), more)) {
            add(kept.number(), more);
        }
    }

    /** @return whether nothing is left to do: the figures are added, or the decision was deleted */
    private boolean add(long number, List<Figure> more) {
        Optional<String> known = database.sql("select figures from decision where number = ?").param(number).query(String.class).optional();
        if (known.isEmpty()) {
            return true;
        }
        Set<String> names = more.stream().map(Figure::name).collect(Collectors.toSet());
        List<Figure> all = new ArrayList<>(List.of(Json.read(known.get(), Figure[].class)));
        all.removeIf(figure -> names.contains(figure.name()));
        all.addAll(more);
        return database.sql("update decision set figures = ? where number = ? and figures = ?")
                .params(Json.write(all), number, known.get()).update() > 0;
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
        return latest(database.sql("""
                select coalesce(acted, at) from decision where application = ? and action = ? and coalesce(acted, at) > ?
                and state in ('DEPLOYING', 'DONE', 'FAILED', 'UNDONE') and deployment is not null""")
                .params(application, kind.name(), clock.instant().minus(since).toString()));
    }

    @Override
    public List<Figure> figuresOfLatestDone(String application, ActionKind kind) {
        return database.sql("select figures from decision where application = ? and action = ? and state = 'DONE' "
                + "order by coalesce(acted, at) desc, number desc limit 1").params(application, kind.name()).query(String.class).optional()
                .map(text -> List.of(Json.read(text, Figure[].class))).orElse(List.of());
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
        return latest(database.sql("""
                select coalesce(acted, at) from decision where application = ? and substr(action_key, 1, length(?)) = ?
                and (state in ('DEPLOYING', 'DONE', 'UNDONE') or state = 'FAILED' and deployment is not null
                or state in ('DECIDED', 'FAILED') and action in ('NOTIFY', 'RUN'))""")
                .params(application, keyStart, keyStart));
    }

    /** Compares times, not their texts, which have more digits if a time has fractions of a second. @param times query of texts */
    private static Optional<Instant> latest(JdbcClient.StatementSpec times) {
        return times.query(String.class).list().stream().map(Instant::parse).max(Comparator.naturalOrder());
    }

    @Override
    public void ended(String application, String keyStart, Instant at) {
        record Begun(long number, Instant at, Optional<Instant> ended) {}
        database.sql("select number, coalesce(acted, at) as begun, reason_ended from decision where application = ? "
                + "and substr(action_key, 1, length(?)) = ?").params(application, keyStart, keyStart)
                .query((row, line) -> new Begun(row.getLong("number"), Instant.parse(row.getString("begun")),
                        Optional.ofNullable(row.getString("reason_ended")).map(Instant::parse))).list()
                .stream().filter(begun -> begun.ended().filter(end -> !end.isBefore(begun.at())).isEmpty())
                .forEach(begun -> database.sql("update decision set reason_ended = ? where number = ?")
                        .params(at.toString(), begun.number()).update());
    }

    @Override
    public Optional<Instant> latestEnd(String application, String keyStart) {
        return latest(database.sql("select reason_ended from decision where application = ? and substr(action_key, 1, length(?)) = ? "
                + "and reason_ended is not null").params(application, keyStart, keyStart));
    }

    /** Cause of a decision, one sentence. */
    public String cause(long number) {
        return database.sql("select cause from decision where number = ?").param(number).query(String.class).single();
    }

    /**
     * Claims a decision before the plan that it approved begins: until the begin is recorded, it does not lapse.
     *
     * @return false if the reason of the decision has gone, its approval was refused, or the decision was deleted: then its plan must not
     *     begin, also if the broker delivers the approval again
     */
    public boolean claim(long number) {
        return database.sql("update decision set acted = ? where number = ? and state not in ('LAPSED', 'FAILED')")
                .params(clock.instant().toString(), number).update() > 0;
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
