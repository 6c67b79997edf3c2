package org.caravan.server.planning;

import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import javax.sql.DataSource;
import org.caravan.application.Bandwidth;
import org.caravan.json.Json;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.model.Models;
import org.caravan.server.model.StoredModel;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Bandwidth of copies that people or rules chose at run time. A choice ends when another model of its application is submitted. */
@Component
public class BandwidthChoices {

    private record Row(String instance, Optional<Bandwidth> amounts) {}

    private record Proposal(String instance, long revision, String by, Instant at, String amounts) {}

    private static final String CHOOSE = "insert into chosen_bandwidth (application, instance, revision, chosen_by, chosen_at, amounts) "
            + "values (?, ?, ?, ?, ?, ?) on conflict (application, instance) do update set revision = excluded.revision, "
            + "chosen_by = excluded.chosen_by, chosen_at = excluded.chosen_at, amounts = excluded.amounts";

    private final JdbcClient database;
    private final TransactionTemplate together;
    private final Function<String, Optional<Long>> revisions;
    private final Clock clock;

    @Autowired
    BandwidthChoices(DataSource tables, Models models, Clock clock) {
        this(tables, application -> models.find(application).map(StoredModel::revision), clock);
    }

    /** @param revisions of the latest models of applications; empty if there is none */
    BandwidthChoices(DataSource tables, Function<String, Optional<Long>> revisions, Clock clock) {
        this.database = JdbcClient.create(tables);
        this.together = new TransactionTemplate(new JdbcTransactionManager(tables));
        this.revisions = revisions;
        this.clock = clock;
    }

    /**
     * Choices that apply to the latest model, by copy ({@code web:1}); without amounts if an earlier version of Caravan stored the choice.
     *
     * @param target a bandwidth that was proposed with this plan is chosen from now on
     */
    public Map<String, Optional<Bandwidth>> of(String application, Optional<DeploymentPlan> target) {
        target.ifPresent(plan -> settle(application, plan.digest()));
        Map<String, Optional<Bandwidth>> choices = new TreeMap<>();
        revisions.apply(application).ifPresent(revision -> database.sql(
                "select instance, amounts from chosen_bandwidth where application = ? and revision = ?").params(application, revision)
                .query((row, number) -> new Row(row.getString(1),
                        Optional.ofNullable(row.getString(2)).map(text -> Json.read(text, Bandwidth.class))))
                .list().forEach(row -> choices.put(row.instance(), row.amounts())));
        return choices;
    }

    /**
     * Proposed amounts are the chosen ones once their plan is the target, also where no planning follows. If several people or rules
     * proposed the same plan, the newest proposal of a copy is taken.
     */
    public void settle(String application, String targetId) {
        together.executeWithoutResult(transaction -> {
            Map<String, Proposal> newest = new TreeMap<>();
            database.sql("delete from proposed_bandwidth where application = ? and plan = ? "
                    + "returning instance, revision, proposed_by, proposed_at, amounts").params(application, targetId)
                    .query((row, number) -> new Proposal(row.getString(1), row.getLong(2), row.getString(3),
                            Instant.parse(row.getString(4)), row.getString(5)))
                    .list().forEach(one -> newest.merge(one.instance(), one,
                            BinaryOperator.maxBy(Comparator.comparing(Proposal::at).thenComparing(Proposal::by))));
            newest.values().forEach(one -> database.sql(CHOOSE)
                    .params(application, one.instance(), one.revision(), one.by(), one.at().toString(), one.amounts()).update());
        });
    }

    /** @param by name of who chose */
    public void choose(String application, String instance, Bandwidth amounts, String by) {
        revisions.apply(application).ifPresent(revision -> database.sql(CHOOSE)
                .params(application, instance, revision, by, clock.instant().toString(), Json.write(amounts)).update());
        forgetProposals(application, instance);
    }

    /**
     * An earlier choice stays in force until the plan is the target, and so do proposals of others: a rule whose plan is held must not end
     * what a person proposed. @param by name of the person or rule; an earlier proposal of the same name is replaced
     */
    public void propose(String application, String instance, Bandwidth amounts, String planId, String by) {
        revisions.apply(application).ifPresent(revision -> database.sql(
                "insert into proposed_bandwidth (application, instance, proposed_by, plan, revision, proposed_at, amounts) "
                        + "values (?, ?, ?, ?, ?, ?, ?) on conflict (application, instance, proposed_by) do update set "
                        + "plan = excluded.plan, revision = excluded.revision, proposed_at = excluded.proposed_at, "
                        + "amounts = excluded.amounts")
                .params(application, instance, by, planId, revision, clock.instant().toString(), Json.write(amounts)).update());
    }

    /** From now on, plans take the bandwidth of the model. */
    public void forget(String application, String instance) {
        database.sql("delete from chosen_bandwidth where application = ? and instance = ?").params(application, instance).update();
        forgetProposals(application, instance);
    }

    private void forgetProposals(String application, String instance) {
        database.sql("delete from proposed_bandwidth where application = ? and instance = ?").params(application, instance).update();
    }
}
