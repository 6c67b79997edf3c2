package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.caravan.adapter.AdapterFault;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.plan.DeploymentPlan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Public addresses of copies on rented machines, which the provider gives and takes away as it is told. */
class PublicAddressesTest extends OnBench {

    /**
     * db comes to front's machine, and front leaves it. Meanwhile one of the questions about machines gets no answer, among them that of
     * the step OPEN.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void aProviderThatDoesNotAnswerOnceTakesNoPublicAddressAway(int unanswered) {
        DeploymentPlan before = Plans.frontAndDb("host-51", "host-21", Optional.empty());
        bench.assertSettled(before, bench.carryOut(before));
        DeploymentPlan next = Plans.frontAndDb("host-31", "host-51", Optional.of(before));
        AtomicInteger questions = new AtomicInteger();
        onCall("MACHINES", () -> {
            if (questions.getAndIncrement() == unanswered) {
                throw new AdapterFault(AdapterFault.Kind.UNREACHABLE, "the provider does not answer");
            }
        });
        try {
            bench.carryOut(next);
        } catch (RejectedInput refused) {
            assertThat(refused.diagnostics()).extracting(one -> one.code()).containsOnly("host-not-observed");
        }
        bench.assertSettled(next, bench.carryOut(next));
        assertThat(bench.world.violations).isEmpty();
    }
}
