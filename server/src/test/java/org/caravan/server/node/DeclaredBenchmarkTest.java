package org.caravan.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.adapter.lxc.NodeFinding;
import org.caravan.adapter.lxc.NodeFinding.Verdict;
import org.caravan.api.node.HostCapability;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.HostBenchmark;
import org.caravan.infrastructure.HostType;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;

class DeclaredBenchmarkTest {

    private static final HostType PI = new HostType("pi", Architecture.ARM64, new MilliCores(4000), Bytes.ofMebi(1024),
            Bytes.ofMebi(32_768), new MonthlyCost(300));
    private static final HostCapability MEASURED = new HostCapability(1, Instant.EPOCH, List.of(
            new HostCapability.Figure("cpu", "events/s", 200, 1, 5), new HostCapability.Figure("disk", "MiB/s", 1.5, 0.1, 5)),
                    Optional.empty(), Optional.empty(), Optional.empty());

    @Test
    void whatIsMeasuredStandsBesideWhatTheTypeSays() {
        assertThat(DeclaredBenchmark.compare(MEASURED, PI.withBench(new HostBenchmark(Optional.of(46.5), Optional.of(2_530_000.0)))))
                .containsExactly(
                new NodeFinding(Verdict.OK, "bench cpu", "measured 50.00 s, the type pi says 46.50 s: 93 % of its speed", ""),
                new NodeFinding(Verdict.ADVICE, "bench disk", "measured 1.57 MB/s, the type pi says 2.53 MB/s: 62 % of its speed",
                        "check which other programs run on the node, or use another type"));
    }

    @Test
    void whatTheTypeDoesNotSayOrNobodyMeasuredIsNotCompared() {
        assertThat(DeclaredBenchmark.compare(MEASURED, PI)).isEmpty();
        HostCapability nothing = new HostCapability(1, Instant.EPOCH, List.of(), Optional.empty(), Optional.empty(), Optional.empty());
        assertThat(DeclaredBenchmark.compare(nothing, PI.withBench(new HostBenchmark(Optional.of(46.5), Optional.empty())))).isEmpty();
    }
}
