package org.caravan.execution.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.adapter.CopyId;
import org.caravan.canonical.Digest;
import org.caravan.change.CreatedCopy;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.execution.journal.PlanLineage;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.Target;
import org.caravan.json.Json;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;

/** Rows of targets, and of hosts that may have copies. Each method must be called within a transaction. */
final class TargetTables {

    private static final String SELECT_TARGET =
            "select plans.id, plan, report, since, targets.application from targets join plans on plans.id = targets.plan_id ";

    /** Each needs a few kB. With up to a thousand instances in force, each plan is read once. */
    private static final int INSTANCES_KNOWN = 3_000;

    private final Database database;
    private final KnownPlans known = new KnownPlans(INSTANCES_KNOWN);

    TargetTables(Database database) {
        this.database = database;
    }

    /**
     * A row whose plan is not parsed yet. Parsing takes longer than the query, and would block the shared connection.
     *
     * @param known the plan, if it is in the cache; otherwise it is in {@code text}
     */
    record Row(String application, String planId, Optional<DeploymentPlan> known, Optional<String> text, Optional<String> report,
            String since) {}

    private Row row(ResultSet row) throws SQLException {
        String planId = row.getString(1);
        Optional<DeploymentPlan> lately = known.find(planId);
        return new Row(row.getString(5), planId, lately, lately.isPresent() ? Optional.empty() : Optional.of(row.getString(2)),
                Optional.ofNullable(row.getString(3)),
                row.getString(4));
    }

    Optional<Target> target(String application) throws SQLException {
        return row(application).map(this::target);
    }

    Optional<Row> row(String application) throws SQLException {
        return database.query(SELECT_TARGET + "where targets.application = ?", this::row, application)
                .stream()
                .findFirst();
    }

    /** Rows without reports, which are as long as the plans. */
    List<Row> rows() throws SQLException {
        return database.query(
                "select plans.id, plan, null, since, targets.application from targets join plans on plans.id = targets.plan_id", this::row);
    }

    /** Targets ordered by application, without unreadable ones. Sorted here, because databases use different collations. */
    List<Target> targets(List<Row> rows) {
        return rows.stream().flatMap(row -> Stored.readable(() -> target(row)).stream())
                .sorted(Comparator.comparing(target -> target.plan().application())).toList();
    }

    /** Targets that cannot be read. */
    List<UnreadableRecord> unreadable(List<Row> rows) {
        return rows.stream().flatMap(row -> Stored.failure(() -> target(row)).stream()).toList();
    }

    Optional<DeploymentPlan> plan(String planId) throws SQLException {
        Optional<DeploymentPlan> lately = known.find(planId);
        return lately.isPresent() ? lately
                : database.query("select plan, application from plans where id = ?",
                        row -> plan(row.getString(2), planId, row.getString(1)), planId).stream().findFirst();
    }

    /** As {@link #plan}; empty also if it cannot be read, because it belongs to another application than the one that asks. */
    Optional<DeploymentPlan> readablePlan(String planId) throws SQLException {
        try {
            return plan(planId);
        } catch (UnreadableRecord unreadable) {
            return Optional.empty();
        }
    }

    List<DeploymentPlan> readablePlans(Set<String> planIds) throws SQLException {
        List<DeploymentPlan> plans = new ArrayList<>();
        for (String planId : planIds) {
            readablePlan(planId).ifPresent(plans::add);
        }
        return plans;
    }

    private DeploymentPlan plan(String application, String planId, String text) {
        return known.find(planId).orElseGet(() -> known.keep(planId, Stored.plan(application, planId, text)));
    }

    /** @throws OutdatedPlan if the plan does not succeed the target */
    void adopt(DeploymentPlan plan, Optional<DeploymentPlan> target, Optional<PlanReport> report, Instant at)
            throws SQLException {
        PlanLineage.check(plan, target);
        database.update("insert into plans (id, application, plan, report) values (?, ?, ?, ?)"
                        + " on conflict (id) do update set plan = excluded.plan, report = excluded.report",
                plan.digest(), plan.application(), Json.write(plan), report.map(Json::write));
        database.update("insert into targets (application, plan_id, since) values (?, ?, ?)"
                        + " on conflict (application) do update set plan_id = excluded.plan_id, since = excluded.since",
                plan.application(), plan.digest(), at);
        addFootprint(plan);
    }

    /** Records that the observed state matches the target: no copies remain elsewhere, and every copy was ready. */
    void settled(String application) throws SQLException {
        database.update("delete from footprint where application = ?", application);
        database.update("delete from unconfirmed where application = ?", application);
        database.update("delete from created where application = ?", application);
        Row row = row(application).orElseThrow();
        DeploymentPlan inForce = target(row).plan();
        addFootprint(inForce);
        known.supersede(row.planId(), inForce);
    }

    private void addFootprint(DeploymentPlan plan) throws SQLException {
        for (var placement : plan.instances()) {
            addFootprint(plan.application(), placement.hostId());
        }
    }

    void addFootprint(String application, String hostId) throws SQLException {
        database.update("insert into footprint (application, host_id) values (?, ?) on conflict do nothing", application, hostId);
    }

    Set<String> footprint(String application) throws SQLException {
        return new TreeSet<>(database.query(
                "select host_id from footprint where application = ?", row -> row.getString(1), application));
    }

    List<DeploymentPlan> unsettled(String application) throws SQLException {
        return database.query("""
                with since as (select * from runs where application = ? and id >= coalesce(
                    (select max(id) from runs where application = ? and state in (?, ?)), 0))
                select id, plan from plans where id in (select plan_id from since union select undo_plan_id from since
                    union select previous_plan_id from since) order by id""",
                row -> plan(application, row.getString(1), row.getString(2)), application, application, RunState.DONE, RunState.UNDONE);
    }

    Set<CopyId> unconfirmed(String application) throws SQLException {
        return new TreeSet<>(database.query(
                "select copy from unconfirmed where application = ?",
                        row -> Stored.reading("unconfirmed copy", row.getString(1), Optional.of(application), Stored.RESTORE,
                        () -> CopyId.parse(row.getString(1))), application));
    }

    Set<CreatedCopy> created(String application) throws SQLException {
        return Set.copyOf(database.query("select copy, host_id from created where application = ?",
                row -> Stored.reading("created copy", row.getString(1), Optional.of(application), Stored.RESTORE,
                        () -> new CreatedCopy(CopyId.parse(row.getString(1)), row.getString(2))), application));
    }

    /** @throws UnreadableRecord if it cannot be read */
    Target target(Row row) {
        DeploymentPlan plan = row.known().orElseGet(() -> plan(row.application(), row.planId(), row.text().orElseThrow()));
        Instant since = Stored.reading("plan in force", Digest.abbreviated(row.planId()), Optional.of(row.application()), Stored.RESTORE,
                () -> Instant.parse(row.since()));
        return new Target(plan, row.report().flatMap(report -> Stored.report(row.planId(), report)), since);
    }

    /**
     * Cache of recently read plans. A plan never changes under its id, because the id is the digest of its content. The cache is
     * limited by the total number of instances, because plan sizes differ by a factor of a thousand. Thread-safe.
     */
    static final class KnownPlans {

        private final int most;
        private final Map<String, DeploymentPlan> plans = new LinkedHashMap<>(16, 0.75f, true);
        private int held;

        /** @param most maximum total weight; the weight of a plan is its number of instances plus one */
        KnownPlans(int most) {
            this.most = most;
        }

        synchronized Optional<DeploymentPlan> find(String planId) {
            return Optional.ofNullable(plans.get(planId));
        }

        /** Plans above the total limit are not cached. */
        synchronized DeploymentPlan keep(String planId, DeploymentPlan plan) {
            if (weight(plan) <= most && plans.putIfAbsent(planId, plan) == null) {
                held += weight(plan);
                var eldest = plans.entrySet().iterator();
                while (held > most) {
                    held -= weight(eldest.next().getValue());
                    eldest.remove();
                }
            }
            return plan;
        }

        /** Removes other plans of the application. Only the plan in force is read often; older ones would only wait for eviction. */
        synchronized void supersede(String planId, DeploymentPlan inForce) {
            plans.entrySet().removeIf(each -> {
                boolean left = each.getValue().application().equals(inForce.application()) && !each.getKey().equals(planId);
                held -= left ? weight(each.getValue()) : 0;
                return left;
            });
        }

        private static int weight(DeploymentPlan plan) {
            return plan.instances().size() + 1;
        }
    }
}
