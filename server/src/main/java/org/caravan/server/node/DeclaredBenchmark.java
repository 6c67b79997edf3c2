package org.caravan.server.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.adapter.lxc.NodeFinding;
import org.caravan.adapter.lxc.NodeFinding.Verdict;
import org.caravan.api.node.HostCapability;
import org.caravan.api.node.HostCapability.Figure;
import org.caravan.infrastructure.HostType;

/** Compares the measured benchmark of a node with the benchmark declared by its host type. */
final class DeclaredBenchmark {

    /** Number of sysbench events whose duration in seconds a host type declares. */
    private static final double EVENTS = 10_000;

    private static final double MIB = 1_048_576;

    /** A finding is raised if the node reaches less than this share of the declared speed. */
    private static final double SLOW = 0.75;

    private DeclaredBenchmark() {}

    /** Empty if the type declares no benchmark, or none of the declared quantities was measured. */
    static List<NodeFinding> compare(HostCapability measured, HostType type) {
        List<NodeFinding> found = new ArrayList<>();
        type.bench().ifPresent(bench -> {
            bench.cpuSeconds().ifPresent(stated -> figure(measured, "cpu").ifPresent(figure -> {
                double seconds = EVENTS / figure.mean();
                found.add(finding("bench cpu", seconds, stated, "s", stated / seconds, type.id()));
            }));
            bench.diskBytesPerSecond().ifPresent(stated -> figure(measured, "disk").ifPresent(figure -> {
                double rate = figure.mean() * MIB;
                found.add(finding("bench disk", rate / 1e6, stated / 1e6, "MB/s", rate / stated, type.id()));
            }));
        });
        return found;
    }

    private static Optional<Figure> figure(HostCapability measured, String what) {
        return measured.figures().stream().filter(figure -> figure.what().equals(what) && figure.mean() > 0).findFirst();
    }

    /** @param part measured speed as a share of the declared speed */
    private static NodeFinding finding(String subject, double measured, double stated, String unit, double part, String typeId) {
        String what = String.format(Locale.ROOT, "measured %.2f %s, the type %s says %.2f %s: %.0f %% of its speed", measured, unit, typeId,
                stated, unit, 100 * part);
        return part < SLOW ? new NodeFinding(Verdict.ADVICE, subject, what,
                "check which other programs run on the node, or use another type")
                : new NodeFinding(Verdict.OK, subject, what, "");
    }
}
