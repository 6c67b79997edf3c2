package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.caravan.execution.entry.EntryProbe;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.junit.jupiter.api.Test;

/** What is asked of a copy behind an entry, and of which one. */
class EntryProbeTest extends OnBench {

    @Test
    void theCopyBehindTheEntryIsAsked() {
        bench.carryOut(first);
        assertThat(ask(first)).isEqualTo(EntryProbe.Answer.READY);
        bench.copy(first, "front").running = false;
        assertThat(ask(first)).isEqualTo(EntryProbe.Answer.NOT_READY);
        bench.world.unreachable.add("host-11");
        assertThat(ask(first)).isEqualTo(EntryProbe.Answer.UNKNOWN);
    }

    @Test
    void whatUsersAreNotYetSentToIsNotAskedInItsStead() {
        bench.carryOut(first);
        DeploymentPlan moved = Plans.frontAndDb("host-31", "host-21", Optional.of(first));
        bench.carryOut(moved);
        assertThat(ask(first)).isEqualTo(EntryProbe.Answer.UNKNOWN);
        assertThat(ask(moved)).isEqualTo(EntryProbe.Answer.READY);
    }

    private EntryProbe.Answer ask(DeploymentPlan plan) {
        EntryPlacement entry = plan.entries().get(0);
        return EntryProbe.of(bench.fleet, bench.store).ask(plan.application(), plan.generation(), entry);
    }
}
