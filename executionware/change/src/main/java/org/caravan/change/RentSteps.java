package org.caravan.change;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.adapter.RentedHost;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.ObservedMachine;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;

/** Provisions machines before copies are created on them, and releases them after the last copy is removed. */
final class RentSteps {

    private final StateDiff assessment;
    private final ObservedState seen;
    private final List<DeploymentPlan> others;
    private final Map<String, List<InstancePlacement>> placed;
    private final Map<String, List<ObservedCopy>> copies;
    private final Set<String> wantedByOthers;
    private final StepGraph graph;
    private final Map<String, Integer> rented = new TreeMap<>();
    private final Map<String, Integer> opened = new TreeMap<>();
    private final List<String> reasons = new ArrayList<>();

    /**
     * @param seen observed state with the copies of all applications
     * @param others targets of all other applications
     */
    RentSteps(StateDiff assessment, ObservedState seen, Collection<DeploymentPlan> others, StepGraph graph) {
        this.assessment = assessment;
        this.seen = seen;
        this.others = List.copyOf(others);
        this.placed = assessment.target.instances().stream().collect(Collectors.groupingBy(InstancePlacement::hostId));
        this.copies = seen.copies().stream().collect(Collectors.groupingBy(ObservedCopy::hostId));
        this.wantedByOthers = others.stream().flatMap(plan -> plan.instances().stream())
                .map(InstancePlacement::hostId).collect(Collectors.toSet());
        this.graph = graph;
    }

    void prepare() {
        seen.rented().stream().filter(host -> host.asked() && (!placed(host).isEmpty() || host.held() && !wanted(host))).forEach(host -> {
            whyRent(host).ifPresent(cause ->
                    rented.put(host.hostId(), graph.host(StepKind.RENT, host.hostId(), cause, List.of())));
            if (!placed(host).isEmpty() && assessment.observed(host.hostId()) && lacks(host)) {
                opened.put(host.hostId(), graph.host(StepKind.OPEN, host.hostId(), "for " + names(host), rented(host.hostId())));
            }
        });
    }

    /** The step after which an image can be transferred to the host. */
    List<Integer> rented(String hostId) {
        return Optional.ofNullable(rented.get(hostId)).stream().toList();
    }

    /** The step after which a copy on the host can use its addresses. */
    List<Integer> opened(String hostId) {
        return Optional.ofNullable(opened.get(hostId)).stream().toList();
    }

    /** Call after all steps that destroy copies are in the graph. */
    void settle() {
        Map<String, List<Step>> destroyed = graph.steps().stream()
                .filter(step -> step.kind() == StepKind.DESTROY)
                .collect(Collectors.groupingBy(step -> step.hostId().orElseThrow()));
        seen.rented().stream().filter(RentedHost::held)
                .forEach(host -> settle(host, destroyed.getOrDefault(host.hostId(), List.of())));
        seen.unclaimed().forEach(machine -> reasons.add("machine " + machine.id() + " of " + machine.label()
                + " is rented, but the infrastructure has no such host: it is left unchanged."));
    }

    /** One sentence per machine that is kept, with the reason. */
    List<String> reasons() {
        return reasons;
    }

    private void settle(RentedHost host, List<Step> destroyed) {
        List<Integer> waits = new ArrayList<>(destroyed.stream().map(Step::number).toList());
        Set<CopyId> leaving = destroyed.stream().flatMap(step -> step.copy().stream()).collect(Collectors.toSet());
        List<ObservedCopy> staying = copies.getOrDefault(host.hostId(), List.of()).stream().filter(copy -> !leaving.contains(copy.id()))
                .toList();
        boolean wanted = wanted(host) || !staying.isEmpty();
        if (!assessment.observed(host.hostId())) {
            if (!wanted && !rented.containsKey(host.hostId())) {
                reasons.add(host.hostId() + " is rented and unused by the plan, but it was not observed: its machine is kept.");
            }
        } else if (!wanted) {
            graph.host(StepKind.RELEASE, host.hostId(), "nothing runs there any more", waits);
        } else if (hasTooMuch(host, staying)) {
            waits.addAll(opened(host.hostId()));
            graph.host(StepKind.OPEN, host.hostId(), without(leaving), waits);
        }
    }

    /**
     * Why a machine is ordered, started or waited for. This also applies to a machine that is no longer needed, so that its copies
     * can be observed. A running machine that does not answer is left unchanged, like any host.
     */
    private Optional<String> whyRent(RentedHost host) {
        if (!host.held()) {
            return Optional.of("is not rented yet");
        }
        if (!host.fit()) {
            return Optional.of("its machine is not fit yet").filter(cause -> wanted(host));
        }
        ObservedMachine.State state = host.machine().orElseThrow().state();
        boolean wakes = state == ObservedMachine.State.STOPPED || state == ObservedMachine.State.BOOTING;
        return Optional.of("its machine is " + state.name().toLowerCase(Locale.ROOT))
                .filter(cause -> wakes && !assessment.observed(host.hostId()));
    }

    private boolean wanted(RentedHost host) {
        return !placed(host).isEmpty() || wantedByOthers.contains(host.hostId());
    }

    private boolean lacks(RentedHost host) {
        if (!host.held()) {
            return true;
        }
        MachineAccess needs = AddressNeeds.of(assessment.target, host);
        return !host.further().containsAll(needs.addresses())
                || !host.published().containsAll(needs.publicFor());
    }

    private boolean hasTooMuch(RentedHost host, List<ObservedCopy> staying) {
        List<DeploymentPlan> all = new ArrayList<>(others);
        all.add(assessment.target);
        MachineAccess needs = AddressNeeds.of(host, all, staying);
        return !needs.addresses().containsAll(host.further())
                || !needs.publicFor().containsAll(host.published());
    }

    private List<InstancePlacement> placed(RentedHost host) {
        return placed.getOrDefault(host.hostId(), List.of());
    }

    private String names(RentedHost host) {
        return placed(host).stream().map(placement -> placement.instance().toString()).collect(Collectors.joining(", "));
    }

    private static String without(Set<CopyId> leaving) {
        return leaving.isEmpty() ? "no copy has the rest any more" : "without "
                + new TreeSet<>(leaving).stream().map(CopyId::toString).collect(Collectors.joining(", "));
    }
}
