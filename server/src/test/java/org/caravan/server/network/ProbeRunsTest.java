package org.caravan.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.caravan.api.network.ProbeRunView;
import org.caravan.measure.run.ProbeProgress.State;
import org.caravan.measure.run.ProbeRun;
import org.caravan.server.Tables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

class ProbeRunsTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-26T03:00:00Z"), ZoneOffset.UTC);

    @TempDir
    Path folder;

    private static ProbeRun probes() {
        return new ProbeRun(null, null, null, null, progress -> { }, CLOCK, known -> List.of(), null);
    }

    /** The worker may have read a run as READY just before it gives way, and the other way round. */
    @Test
    void aRunEitherStartsOrGivesWay() {
        ProbeRunStore store = new ProbeRunStore(JdbcClient.create(Tables.in(folder)));
        ProbeRuns runs = new ProbeRuns(store, null, null, CLOCK);
        ProbeRunView first = DueProbesTest.run("standing-1", "idle", State.READY);
        ProbeRunView second = DueProbesTest.run("standing-2", "idle", State.READY);
        store.save(first);
        store.save(second);

        assertThat(runs.giveWay(first)).isTrue();
        assertThat(runs.started(first, probes())).isFalse();
        assertThat(runs.required("standing-1").state()).isEqualTo("CANCELLED");
        assertThat(runs.required("standing-1").faults()).containsExactly("A run that a person requested takes precedence.");

        assertThat(runs.started(second, probes())).isTrue();
        assertThat(runs.giveWay(second)).isTrue();
        assertThat(store.find("standing-2").orElseThrow().state()).as("it ends when its running probes are complete")
                .isEqualTo("RUNNING");
        assertThat(runs.giveWay(DueProbesTest.run("p-3", "idle", State.READY))).as("a person's run").isFalse();
    }
}
