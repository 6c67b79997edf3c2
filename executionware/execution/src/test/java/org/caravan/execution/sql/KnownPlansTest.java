package org.caravan.execution.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.caravan.execution.Plans;
import org.caravan.plan.DeploymentPlan;
import org.junit.jupiter.api.Test;

class KnownPlansTest {

    private final DeploymentPlan first = Plans.frontAndDb("host-11", "host-21", Optional.empty());
    private final DeploymentPlan second = Plans.frontAndDb("host-12", "host-21", Optional.empty());
    private final DeploymentPlan third = Plans.frontAndDb("host-12", "host-22", Optional.empty());

    /** Each of these plans has two instances and weighs three. */
    private final TargetTables.KnownPlans known = new TargetTables.KnownPlans(6);

    @Test
    void thoseThatWereAskedForLastAreKept() {
        keep(first);
        keep(second);
        known.find(first.digest());
        keep(third);
        assertThat(known.find(first.digest())).containsSame(first);
        assertThat(known.find(second.digest())).isEmpty();
        assertThat(known.find(third.digest())).containsSame(third);
    }

    @Test
    void oneThatIsKeptTwiceWeighsOnce() {
        keep(first);
        keep(first);
        keep(second);
        assertThat(known.find(first.digest())).isPresent();
        assertThat(known.find(second.digest())).isPresent();
    }

    @Test
    void oneThatIsTooHeavyTakesNobodysPlace() {
        TargetTables.KnownPlans small = new TargetTables.KnownPlans(2);
        small.keep(first.digest(), first);
        assertThat(small.find(first.digest())).isEmpty();
    }

    @Test
    void whatAnApplicationHasLeftBehindMakesRoom() {
        TargetTables.KnownPlans roomy = new TargetTables.KnownPlans(9);
        DeploymentPlan other = new DeploymentPlan("other", "1", Optional.empty(), 1, first.instances(), first.links(), first.entries());
        List.of(first, second, other).forEach(plan -> roomy.keep(plan.digest(), plan));
        roomy.supersede(second.digest(), second);
        assertThat(roomy.find(first.digest())).isEmpty();
        roomy.keep(third.digest(), third);
        assertThat(List.of(second, third, other)).allSatisfy(plan -> assertThat(roomy.find(plan.digest())).containsSame(plan));
    }

    private void keep(DeploymentPlan plan) {
        known.keep(plan.digest(), plan);
    }
}
