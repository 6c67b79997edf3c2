package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.caravan.execution.journal.OutdatedPlan;
import org.caravan.execution.journal.RunState;
import org.caravan.plan.DeploymentPlan;
import org.junit.jupiter.api.Test;

/** Plans of two applications that were made from the same state. */
class SharedHostsTest extends OnBench {

    @Test
    void anAddressThatAnotherApplicationGotMeanwhileIsNotGivenTwice() {
        DeploymentPlan one = new Plans(1).one("host-11", Optional.empty());
        DeploymentPlan other = new Plans(2).one("host-12", Optional.empty());
        assertThat(bench.carryOut(one).state()).isEqualTo(RunState.DONE);
        assertThatThrownBy(() -> bench.deployment.start(other, Optional.empty())).isInstanceOf(OutdatedPlan.class)
                .hasMessageContaining("the address of c1:1 is now used by app-1").hasMessageContaining("\nMaybe plan again");
        assertThat(bench.store.target("app-2")).isEmpty();
    }

    @Test
    void whatRunsAlreadyIsStartedAgain() {
        DeploymentPlan one = new Plans(1).one("host-11", Optional.empty());
        DeploymentPlan elsewhere = new Plans(2).one("host-21", Optional.empty());
        assertThat(bench.carryOut(one).state()).isEqualTo(RunState.DONE);
        assertThat(bench.carryOut(elsewhere).state()).isEqualTo(RunState.DONE);
        assertThat(bench.carryOut(one).state()).isEqualTo(RunState.DONE);
    }
}
