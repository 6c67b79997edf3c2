package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.caravan.application.OnFailure;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.fleet.Orphans;
import org.caravan.execution.journal.RunTerms;
import org.junit.jupiter.api.Test;

/** What differs from the target is told and mended; what would lose data or is nobody's waits for a person's word. */
class DriftTest extends OnBench {

    private static final RunTerms DB_KEEPS_DATA = new RunTerms(OnFailure.HOLD, Set.of("db"));

    @Test
    void whatRunsAsPlannedHasNoDrift() {
        bench.carryOut(first);
        Drift drift = bench.deployment.drift(first.application(), Set.of("db")).orElseThrow();
        assertThat(drift.changes().canonicalText()).isEmpty();
        assertThat(drift.dataAtRisk()).isEmpty();
    }

    @Test
    void aCopyThatStoppedIsStartedAgainWithItsData() {
        bench.carryOut(first);
        bench.copy(first, "db").running = false;
        Drift drift = bench.deployment.drift(first.application(), Set.of("db")).orElseThrow();
        assertThat(drift.changes().canonicalText()).contains("CREATE db:1@1 on host-21, has stopped");
        assertThat(drift.dataAtRisk()).isEmpty();
        bench.assertSettled(first, bench.await(bench.deployment.repair(first.application(), DB_KEEPS_DATA, false)));
    }

    @Test
    void dataThatWouldBeLostIsNamedAndTheLossMustBeAccepted() {
        bench.carryOut(first);
        bench.world.copies.values().removeIf(copy -> copy.id.instance().componentId().equals("db"));
        assertThat(bench.deployment.drift(first.application(), Set.of("db")).orElseThrow().dataAtRisk())
                .containsExactly("db:1 on host-21 is stateful and is recreated empty (is not there yet).");
        assertThatThrownBy(() -> bench.deployment.repair(first.application(), DB_KEEPS_DATA, false))
                .isInstanceOf(RejectedInput.class)
                .hasMessageContaining("would lose data")
                .hasMessageContaining("--accept-data-loss");
        bench.assertSettled(first, bench.await(bench.deployment.repair(first.application(), DB_KEEPS_DATA, true)));
    }

    @Test
    void aCopyPutOnAnotherHostBehindOurBackIsFoundAndRemoved() {
        bench.carryOut(first);
        MemoryCopy front = bench.copy(first, "front");
        bench.world.watchful = false;
        bench.world.copies.put(InMemoryAdapter.key(Bench.host("host-32"), front.id),
                new MemoryCopy(front.id, "host-32", front.spec, front.routes, 0));
        assertThat(bench.deployment.drift(first.application(), Set.of()).orElseThrow().changes().canonicalText())
                .contains("DESTROY front:1@1 on host-32, is a second copy, the plan has it on host-11");
        bench.assertSettled(first, bench.await(bench.deployment.repair(first.application(), DB_KEEPS_DATA, false)));
    }

    @Test
    void whatIsNobodysIsListedAndRemovedByNameOnly() {
        bench.carryOut(first);
        try (Bench other = new Bench(folder.resolve("other.db"))) {
            other.world.copies.putAll(bench.world.copies);
            Orphans orphans = new Orphans(other.fleet, other.store);
            assertThat(orphans.find().copies()).extracting(copy -> copy.id().label()).containsExactly("app-0.db.1.1", "app-0.front.1.1");
            assertThat(orphans.remove(Set.of(new Orphans.Name("host-21", "app-0.db.1.1"), new Orphans.Name("host-22", "x.y.1.1")),
                    Set.of()))
                    .containsExactly("x.y.1.1 on host-22 is not an orphan, or its host was not observed: left alone.");
            assertThat(other.world.copies.keySet()).containsExactly("host-11 app-0.front.1.1");
        }
        assertThat(new Orphans(bench.fleet, bench.store).find().copies()).isEmpty();
    }

    @Test
    void aReasonEndsNoSentence() {
        assertThat(HostRegistry.reason(new IllegalStateException("The host (pi-1) does not answer.\nMaybe look at it.")))
                .isEqualTo("The host (pi-1) does not answer");
        assertThat(HostRegistry.reason(new IllegalStateException("no answer"))).isEqualTo("no answer");
    }

    @Test
    void orphansOfAHostThatIsAwayAreLeftAlone() {
        bench.world.unreachable.add("host-11");
        assertThat(new Orphans(bench.fleet, bench.store).find().unobserved()).extracting(host -> host.hostId()).containsExactly("host-11");
    }
}
