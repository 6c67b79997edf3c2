package org.caravan.server.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.Tables;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Whose approval of which plan makes a model the approved one. */
class ApprovedModelsTest {

    private static final DeploymentPlan TARGET = new DeploymentPlan("shop", "1", Optional.empty(), 1, List.of(), List.of(), List.of());

    @TempDir
    Path folder;

    private JdbcClient database;
    private ApprovedModels approved;

    @BeforeEach
    void open() {
        database = JdbcClient.create(Tables.in(folder));
        approved = new ApprovedModels(database, new Targets() {
            @Override
            public Optional<DeploymentPlan> target(String application) {
                return Optional.of(TARGET);
            }

            @Override
            public List<DeploymentPlan> all() {
                return List.of(TARGET);
            }
        }, null);
    }

    private void plan(String id, String model) {
        database.sql("insert into plan (application, id, outcome, generation, answer, made_at, model) values ('shop', ?, 'PLANNED', 1, "
                + "'{}', '2026-11-26T03:00:00Z', ?) on conflict (application, id) do update set model = excluded.model")
                .params(id, model).update();
    }

    private Optional<String> digest() {
        return database.sql("select digest from approved_model where application = 'shop'").query(String.class).optional();
    }

    @Test
    void theApprovalOfAPersonApprovesTheModelOfThePlan() {
        plan("one", "m1");
        approved.approved("shop", "one");
        approved.approved("shop", "one");
        assertThat(digest()).contains("m1");
        plan("two", "m2");
        assertThat(digest()).as("a plan alone approves nothing").contains("m1");
        approved.approved("shop", "two");
        assertThat(digest()).contains("m2");
        approved.forget("shop");
        assertThat(digest()).isEmpty();
    }

    @Test
    void theApprovalOfARuleApprovesNoModel() {
        plan("one", "m1");
        approved.approved("shop", "one");
        plan("two", "m2");
        approved.planOnly("shop", "two");
        approved.approved("shop", "two");
        assertThat(digest()).contains("m1");
    }

    /** The same placement from another model has the same id. */
    @Test
    void aPlanThatIsMadeAgainDoesNotApproveTheNewModelOfTheTarget() {
        plan(TARGET.digest(), "m1");
        approved.settle("shop");
        plan(TARGET.digest(), "m2");
        approved.settle("shop");
        assertThat(digest()).contains("m1");
    }
}
