package org.caravan.change;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.application.Endpoint;
import org.caravan.change.StateDiff.Standing;
import org.caravan.infrastructure.Admission;
import org.caravan.plan.InstancePlacement;

/**
 * Orders ADMIT steps around all other steps. A copy admits new consumers and users before they connect to it. It admits former ones
 * until none of their connections can remain. Copies whose adapter has no filters get no ADMIT steps.
 */
final class Admittance {

    private final StateDiff assessment;
    private final StepGraph graph;
    private final EntryState inForce;
    private final Map<InstanceId, Admitted> now = new HashMap<>();
    private final Map<InstanceId, Integer> widened = new HashMap<>();

    Admittance(StateDiff assessment, EntryState inForce, StepGraph graph) {
        this.assessment = assessment;
        this.inForce = inForce;
        this.graph = graph;
    }

    /** Adds the steps that precede all steps after which other copies rely on a copy. */
    void widen() {
        for (InstanceId instance : assessment.instances(Standing.KEPT)) {
            Optional<Admitted> seen = assessment.keptCopy(instance).flatMap(ObservedCopy::admitted);
            Admitted wanted = assessment.wiring.admitted(instance);
            seen.ifPresent(admitted -> now.put(instance, admitted.plus(wanted)));
            seen.filter(admitted -> !admitted.covers(wanted)).ifPresent(admitted ->
                    widened.put(instance, admit(instance, admitted.plus(wanted), comers(instance, admitted), List.of())));
        }
    }

    /** Numbers of the steps after which these instances admit all planned sources. */
    List<Integer> widened(List<InstanceId> instances) {
        return Reconciler.numbers(widened, instances);
    }

    /** Call after all other steps are in the graph. */
    void narrow(RetireSteps.Done done, Map<ObservedCopy, Integer> destroyed) {
        for (InstanceId instance : assessment.instances(Standing.KEPT)) {
            if (now.containsKey(instance)) {
                narrow(instance, done, destroyed);
            }
        }
    }

    private void narrow(InstanceId instance, RetireSteps.Done done, Map<ObservedCopy, Integer> destroyed) {
        ObservedCopy copy = assessment.keptCopy(instance).orElseThrow();
        Admitted admitted = now.get(instance);
        if (assessment.unseenUser(copy).isPresent()) {
            return;
        }
        Set<Integer> waits = new LinkedHashSet<>(widened(List.of(instance)));
        Set<Admission> kept = new TreeSet<>();
        boolean unknown = false;
        for (ObservedCopy user : assessment.usersOf(copy)) {
            Optional<Integer> leaves = leaves(user, done, destroyed);
            leaves.ifPresent(waits::add);
            boolean planned = goesByPlan(user);
            unknown |= leaves.isEmpty() && !(planned ? assessment.wiring.sourcesKnown(user.id().instance(), instance)
                    : assessment.sourcesKnown(user, copy));
            if (leaves.isEmpty() && !planned) {
                user.addresses().forEach(address -> ports(instance).forEach(port -> kept.add(new Admission(address, port))));
            }
        }
        if (unknown && !admitted.everyone()) {
            return; // The user may come from an address that is still admitted, so nothing is narrowed.
        }
        done.entered().ifPresent(waits::add);
        if (done.entered().isEmpty() && !Optional.of(inForce).equals(assessment.entriesWanted()) && inForce.pointsTo(copy.addresses())) {
            ports(instance).forEach(port -> kept.add(new Admission(Admission.ANYWHERE, port)));
        }
        kept.removeIf(one -> !admitted.covers(Admitted.of(List.of(one))));
        Admitted wanted = assessment.wiring.admitted(instance).plus(Admitted.of(kept));
        if (!admitted.equals(wanted)) {
            admit(instance, wanted, admitted.everyone() ? "has no filter as planned" : "admits only planned traffic", List.copyOf(waits));
        }
    }

    /** The step after which a user of the copy is removed or uses its planned routes. */
    private Optional<Integer> leaves(ObservedCopy user, RetireSteps.Done done, Map<ObservedCopy, Integer> destroyed) {
        return Optional.ofNullable(destroyed.get(user)).or(() -> Optional.ofNullable(done.displaced().get(user)))
                .or(() -> assessment.strays().contains(user) ? Optional.empty()
                        : Optional.ofNullable(done.routed().get(user.id().instance())));
    }

    private boolean goesByPlan(ObservedCopy user) {
        InstanceId instance = user.id().instance();
        return assessment.find(instance).isPresent() && assessment.keptCopy(instance).filter(user::equals).isPresent()
                && user.routes().equals(assessment.wiring.routes(instance))
                || assessment.standing(instance) == Standing.MISSING && !assessment.strays().contains(user);
    }

    private int admit(InstanceId instance, Admitted admitted, String cause, List<Integer> waits) {
        InstancePlacement placement = assessment.placement(instance);
        return graph.admit(assessment.copy(instance), placement, admitted, cause, waits);
    }

    /** Names the planned sources that are not admitted yet. */
    private String comers(InstanceId instance, Admitted admitted) {
        List<String> comers = new ArrayList<>(assessment.wiring.consumers(instance).stream()
                .filter(consumer -> !admitted.covers(Admitted.of(assessment.wiring.admissions(instance, consumer))))
                .map(InstanceId::toString).toList());
        if (!admitted.covers(Admitted.of(assessment.wiring.ofUsers(instance)))) {
            comers.add("users");
        }
        return "for " + comers.stream().collect(Collectors.joining(", "));
    }

    private List<Integer> ports(InstanceId instance) {
        return assessment.placement(instance).spec().endpoints().stream().map(Endpoint::port).toList();
    }
}
