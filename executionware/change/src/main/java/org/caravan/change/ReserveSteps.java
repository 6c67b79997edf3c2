package org.caravan.change;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.adapter.ObservedCopy;
import org.caravan.change.StateDiff.Standing;
import org.caravan.plan.InstancePlacement;

/**
 * Steps that change the bandwidth of running copies. On each host, copies that reserve less precede copies that reserve more, so that
 * minima fit the uplink in between. New copies have their bandwidth from CREATE. Copies whose adapter does not enforce bandwidth get no
 * steps.
 */
final class ReserveSteps {

    private final StateDiff assessment;
    private final StepGraph graph;

    ReserveSteps(StateDiff assessment, StepGraph graph) {
        this.assessment = assessment;
        this.graph = graph;
    }

    void reserve() {
        List<InstanceId> raised = new ArrayList<>();
        Map<String, List<Integer>> lowered = new HashMap<>();
        for (InstanceId instance : assessment.instances(Standing.KEPT)) {
            List<LinkBandwidth> wanted = assessment.placement(instance).spec().bandwidth();
            List<LinkBandwidth> now = assessment.keptCopy(instance).flatMap(ObservedCopy::bandwidth).orElse(wanted);
            if (now.equals(wanted)) {
                continue;
            }
            if (reserved(wanted) > reserved(now)) {
                raised.add(instance);
            } else {
                lowered.computeIfAbsent(assessment.placement(instance).hostId(), any -> new ArrayList<>())
                        .add(reserve(instance, now, wanted, List.of()));
            }
        }
        for (InstanceId instance : raised) {
            InstancePlacement placement = assessment.placement(instance);
            reserve(instance, assessment.keptCopy(instance).flatMap(ObservedCopy::bandwidth).orElse(List.of()),
                    placement.spec().bandwidth(), lowered.getOrDefault(placement.hostId(), List.of()));
        }
    }

    private int reserve(InstanceId instance, List<LinkBandwidth> now, List<LinkBandwidth> wanted, List<Integer> waits) {
        String cause = now.isEmpty() ? "has no bandwidth as planned" : wanted.isEmpty() ? "has no bandwidth any more"
                : wanted.stream().filter(link -> !now.contains(link)).map(LinkBandwidth::toString).collect(Collectors.joining(", "));
        return graph.place(StepKind.RESERVE, assessment.copy(instance), assessment.placement(instance), List.of(),
                cause.isEmpty() ? "no bandwidth on other links" : cause, waits);
    }

    private static long reserved(List<LinkBandwidth> links) {
        return links.stream().mapToLong(link -> link.min().value()).sum();
    }
}
