package org.caravan.solver.score;

import static org.assertj.core.api.Assertions.assertThat;

import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanAssembly;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.BenchProblem;
import org.caravan.solver.Replanning;
import org.caravan.solver.build.TablesBuilder;
import org.caravan.solver.model.LinkTable;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.search.FirstSeating;
import org.junit.jupiter.api.Test;

/** What is reckoned side by side is what each link says, also where it keeps a path that is no longer the best. */
class LinkCentsTest {

    @Test
    void aLinkThatKeepsAPathCostsItThereAndTheBestElsewhere() {
        PlacementProblem problem = BenchProblem.of(BenchProblem.Size.of("50x200"), 1, false);
        PlacementTables before = TablesBuilder.of(problem);
        DeploymentPlan plan = PlanAssembly.of(problem, new FirstSeating(before).find().hostIds(before));
        PlacementTables tables = TablesBuilder.of(Replanning.withTarget(problem, plan));
        LinkCents cents = new LinkCents(tables);

        assertThat(tables.links()).anyMatch(link -> !link.kept().isEmpty());
        for (LinkTable link : tables.links()) {
            for (int relation = 0; relation < tables.ways().between().length; relation++) {
                assertThat(cents.latency(link.index(), relation)).isEqualTo(link.reachable(relation) ? link.latencyCents(relation) : LinkCents.NO_PATH);
                assertThat(cents.whole(link.index(), relation)).isEqualTo(link.reachable(relation) ? link.cents(relation) : LinkCents.NO_PATH);
            }
        }
    }
}
