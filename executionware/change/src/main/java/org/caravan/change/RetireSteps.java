package org.caravan.change;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.change.StateDiff.Standing;

/**
 * Drains and destroys strays, the copies that the plan does not contain. Each waits until all its users have switched to other
 * copies.
 */
final class RetireSteps {

    private final StateDiff assessment;
    private final StepGraph graph;
    private final StepCauses causes;
    private final EntryState inForce;
    private final Done done;
    private final Map<ObservedCopy, Integer> destroyed = new HashMap<>();
    private final Set<ObservedCopy> held = new HashSet<>();
    private final List<String> reasons = new ArrayList<>();

    /** Steps that are already in the graph, grouped by purpose. */
    record Done(Map<InstanceId, Integer> confirmed, Map<InstanceId, Integer> routed, Optional<Integer> entered,
            Map<ObservedCopy, Integer> displaced) {}

    RetireSteps(StateDiff assessment, StepGraph graph, StepCauses causes, EntryState inForce, Done done) {
        this.assessment = assessment;
        this.graph = graph;
        this.causes = causes;
        this.inForce = inForce;
        this.done = done;
        this.destroyed.putAll(done.displaced());
    }

    void retire() {
        Set<ObservedCopy> strays = new LinkedHashSet<>(assessment.strays());
        strays.removeAll(done.displaced().keySet());
        for (ObservedCopy stray : strays) {
            Optional<String> needed = whyNeeded(stray, strays);
            if (needed.isPresent()) {
                held.add(stray);
                reasons.add(stray.id() + " on " + stray.hostId() + " is kept: " + needed.get() + ".");
            } else {
                retireOne(stray, strays);
            }
        }
    }

    /** Destroyed copies with the number of the step that destroys each. */
    Map<ObservedCopy, Integer> destroyed() {
        return destroyed;
    }

    /** One sentence per stray that is kept, with the reason. */
    List<String> reasons() {
        return reasons;
    }

    private void retireOne(ObservedCopy stray, Set<ObservedCopy> strays) {
        String cause = causes.ofRetirement(stray);
        List<Integer> waits = new ArrayList<>(Reconciler.numbers(done.confirmed(), List.of(stray.id().instance())));
        done.entered().filter(number -> inForce.pointsTo(stray.addresses())).ifPresent(waits::add);
        for (ObservedCopy user : assessment.usersOf(stray)) {
            waits.addAll(wentOver(user, strays));
        }
        if (stray.state() == ObservedCopy.State.RUNNING) {
            waits = List.of(graph.touch(StepKind.DRAIN, stray.id(), stray.hostId(), List.of(), cause, waits));
        }
        destroyed.put(stray, graph.touch(StepKind.DESTROY, stray.id(), stray.hostId(), List.of(), cause, waits));
    }

    /** The step after which a user no longer uses the copy. */
    private List<Integer> wentOver(ObservedCopy user, Set<ObservedCopy> strays) {
        if (strays.contains(user) || done.displaced().containsKey(user)) {
            return Optional.ofNullable(destroyed.get(user)).stream().toList();
        }
        InstanceId instance = user.id().instance();
        boolean replaced = assessment.standing(instance) == Standing.MISSING;
        return Reconciler.numbers(replaced ? done.confirmed() : done.routed(), List.of(instance));
    }

    private Optional<String> whyNeeded(ObservedCopy stray, Set<ObservedCopy> strays) {
        InstanceId instance = stray.id().instance();
        boolean planned = assessment.find(instance).isPresent();
        if (planned && !assessment.reliable(instance)) {
            return Optional.of("its successor on " + assessment.placement(instance).hostId() + " cannot be confirmed yet");
        }
        boolean entriesWait = done.entered().isEmpty() && !Optional.of(inForce).equals(assessment.entriesWanted());
        if (entriesWait && inForce.pointsTo(stray.addresses())) {
            return Optional.of("users are still sent to it");
        }
        Optional<String> user = assessment.usersOf(stray).stream()
                .filter(copy -> held.contains(copy) || waitsForRoutes(copy, strays))
                .map(copy -> copy.id() + " still uses it")
                .findFirst();
        return user.or(() -> assessment.unseenUser(stray));
    }

    private boolean waitsForRoutes(ObservedCopy user, Set<ObservedCopy> strays) {
        InstanceId instance = user.id().instance();
        if (strays.contains(user) || done.displaced().containsKey(user) || done.routed().containsKey(instance)) {
            return false;
        }
        Standing standing = assessment.standing(instance);
        boolean routedOtherwise = !user.routes().equals(assessment.wiring.routes(instance));
        return standing == Standing.BLOCKED || standing == Standing.KEPT && routedOtherwise;
    }
}
