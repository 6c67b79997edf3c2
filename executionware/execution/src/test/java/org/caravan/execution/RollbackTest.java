package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.Set;
import org.caravan.change.Removal;
import org.caravan.plan.DeploymentPlan;
import org.junit.jupiter.api.Test;

class RollbackTest extends OnBench {

    private final DeploymentPlan renewed = Plans.frontAndDb("host-12", "host-21", Optional.of(frontMoves));

    @Test
    void anyEarlierPlanCanBeReturnedTo() {
        bench.carryOut(first);
        bench.carryOut(frontMoves);
        bench.carryOut(renewed);
        DeploymentPlan back = plan("1");
        assertThat(back.generation()).isEqualTo(4);
        assertThat(back.instances()).extracting(placed -> placed.instance() + " " + placed.hostId())
                .containsExactly("db:1 host-21", "front:1 host-11");
        bench.assertSettled(back, bench.carryOut(back));
        assertThat(plan(frontMoves.digest().substring(0, 12)).instances().get(1).hostId()).isEqualTo("host-31");
        assertThat(bench.world.violations).isEmpty();
    }

    @Test
    void withoutANameItIsThePlanBefore() {
        bench.carryOut(first);
        bench.carryOut(frontMoves);
        assertThat(new Rollback(bench.fleet, bench.store).plan(first.application(), Optional.empty(), Set.of())
                .instances().get(1).hostId()).isEqualTo("host-11");
    }

    @Test
    void whatCannotBeReturnedToSaysWhy() {
        assertThatThrownBy(() -> plan("1")).hasMessageContaining("was never deployed");
        bench.carryOut(first);
        assertThatThrownBy(() -> new Rollback(bench.fleet, bench.store).plan(first.application(), Optional.empty(), Set.of()))
                .hasMessageContaining("has had no plan before generation 1");
        assertThatThrownBy(() -> plan("7")).hasMessageContaining("never followed a plan 7").hasMessageContaining("caravan plans");
        bench.carryOut(dbMoves);
        assertThatThrownBy(() -> new Rollback(bench.fleet, bench.store).plan(first.application(), Optional.of("1"), Set.of("db")))
                .hasMessageContaining("would move db:1, which keeps data on host-31, to host-21");
        bench.await(bench.deployment.destroy(first.application()));
        DeploymentPlan again = Plans.frontAndDb("host-11", "host-21", Optional.of(Removal.of(dbMoves)));
        bench.carryOut(again);
        assertThatThrownBy(() -> plan("3")).hasMessageContaining("it removed the application");
    }

    private DeploymentPlan plan(String to) {
        return new Rollback(bench.fleet, bench.store).plan(first.application(), Optional.of(to), Set.of());
    }
}
