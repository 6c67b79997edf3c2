package org.caravan.solver.score;

import static org.assertj.core.api.Assertions.assertThat;

import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanAssembly;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.BenchProblem;
import org.caravan.solver.Replanning;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.search.ConstructionHeuristic;
import org.junit.jupiter.api.Test;

/** What is reckoned side by side is what each link says, also where it keeps a path that is no longer the best. */
class LinkCostTest {

    @Test
    void aLinkThatKeepsAPathCostsItThereAndTheBestElsewhere() {
        PlacementProblem problem = BenchProblem.of(BenchProblem.Size.of("50x200"), 1, false);
        CompiledProblem before = ProblemCompiler.of(problem);
        DeploymentPlan plan = PlanAssembly.of(problem, new ConstructionHeuristic(before).find().hostIds(before));
        CompiledProblem tables = ProblemCompiler.of(Replanning.withTarget(problem, plan));
        LinkCost cents = new LinkCost(tables);

        assertThat(tables.links()).anyMatch(link -> !link.kept().isEmpty());
        for (LinkModel link : tables.links()) {
            for (int relation = 0; relation < tables.ways().between().length; relation++) {
                assertThat(cents.latency(link.index(), relation)).isEqualTo(link.reachable(relation) ? link.latencyCents(relation)
                        : LinkCost.NO_PATH);
                assertThat(cents.whole(link.index(), relation))
                        .isEqualTo(link.reachable(relation) ? link.cents(relation) : LinkCost.NO_PATH);
            }
        }
    }
}
