package org.caravan.change;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.PeerRoute;
import org.caravan.change.StateDiff.Standing;
import org.caravan.infrastructure.FormKind;
import org.caravan.plan.InstancePlacement;

/** Creates and confirms planned copies, providers first. Each creation waits for everything that the copy needs on its host. */
final class CreateSteps {

    private final StateDiff assessment;
    private final SecretChanges secrets;
    private final Admittance admittance;
    private final StepCauses causes;
    private final RentSteps rentals;
    private final Doubts doubts;
    private final StepGraph graph;
    private final Map<InstanceId, Integer> created = new TreeMap<>();
    private final Map<InstanceId, Integer> confirmed = new TreeMap<>();
    private final Map<ObservedCopy, Integer> displaced = new LinkedHashMap<>();

    CreateSteps(StateDiff assessment, SecretChanges secrets, Admittance admittance, StepCauses causes, RentSteps rentals, Doubts doubts,
            StepGraph graph) {
        this.assessment = assessment;
        this.secrets = secrets;
        this.admittance = admittance;
        this.causes = causes;
        this.rentals = rentals;
        this.doubts = doubts;
        this.graph = graph;
    }

    /** The step after which each instance is known to be ready. */
    Map<InstanceId, Integer> confirmed() {
        return confirmed;
    }

    /** The step that creates each instance, whether it becomes ready or not. */
    Map<InstanceId, Integer> created() {
        return created;
    }

    /** Steps that confirm instances which may not become ready. */
    Set<Integer> doubtful() {
        return confirmed.entrySet().stream().filter(each -> doubts.of(each.getKey())).map(Map.Entry::getValue).collect(Collectors.toSet());
    }

    /** Strays that are removed to make room, with the number of the step that removes each. */
    Map<ObservedCopy, Integer> displaced() {
        return displaced;
    }

    void create() {
        List<InstanceId> instances = assessment.wiring.providersFirst();
        instances.stream().filter(instance -> assessment.standing(instance) == Standing.KEPT).forEach(this::keep);
        Map<String, Integer> images = new TreeMap<>();
        instances.stream().filter(instance -> assessment.standing(instance) == Standing.MISSING)
                .forEach(instance -> createOne(instance, images));
    }

    /** A list of copies may be outdated: the kept copy may be gone, and the stray may be the one that serves. */
    private void keep(InstanceId instance) {
        assessment.keptCopy(instance).flatMap(copy -> secrets.outdated(assessment.placement(instance), copy))
                .ifPresent(cause -> supply(instance, cause));
        if (assessment.keptUnconfirmed(instance)) {
            confirm(instance, "was not seen ready yet");
        } else {
            assessment.straysOf(instance).stream().findFirst().ifPresent(stray ->
                    confirm(instance, "must be ready before the copy on " + stray.hostId() + " is removed"));
        }
    }

    private void confirm(InstanceId instance, String cause) {
        confirmed.put(instance, graph.place(StepKind.CONFIRM, assessment.copy(instance), assessment.placement(instance), List.of(), cause,
                List.of()));
    }

    private void createOne(InstanceId instance, Map<String, Integer> images) {
        InstancePlacement placement = assessment.placement(instance);
        String cause = causes.ofCreation(instance);
        List<Integer> waits = new ArrayList<>(makeWay(placement));
        if (placement.spec().form() == FormKind.VM) {
            waits.addAll(rentals.rented(placement.hostId())); // includes the image
        } else {
            waits.add(images.computeIfAbsent(placement.hostId() + " " + placement.spec().image(), key ->
                    graph.place(StepKind.IMAGE, assessment.copy(instance), placement, List.of(), cause,
                            rentals.rented(placement.hostId()))));
        }
        waits.addAll(rentals.opened(placement.hostId()));
        Set<InstanceId> leftOut = doubts.leftOut(instance);
        assessment.wiring.providers(instance).stream().filter(provider -> !leftOut.contains(provider)).forEach(provider ->
                Optional.ofNullable(confirmed.get(provider)).ifPresent(waits::add));
        waits.addAll(admittance.widened(assessment.wiring.providers(instance)));
        secrets.needed(placement).ifPresent(why -> waits.add(supply(instance, why)));
        List<PeerRoute> routes = assessment.wiring.firstRoutes(instance, leftOut);
        int made = graph.create(assessment.copy(instance), placement, routes, assessment.wiring.admitted(instance), cause, waits);
        created.put(instance, made);
        int ready = graph.place(
                StepKind.CONFIRM, assessment.copy(instance), placement, List.of(), cause, List.of(made));
        confirmed.put(instance, ready);
    }

    private int supply(InstanceId instance, String cause) {
        InstancePlacement placement = assessment.placement(instance);
        return graph.place(StepKind.SUPPLY, assessment.copy(instance), placement, List.of(), cause, rentals.rented(placement.hostId()));
    }

    private List<Integer> makeWay(InstancePlacement placement) {
        return assessment.obstacles(placement).stream().map(obstacle -> displace(obstacle.copy(), obstacle.why())).toList();
    }

    private int displace(ObservedCopy stray, String cause) {
        return displaced.computeIfAbsent(stray, copy ->
                graph.touch(StepKind.DESTROY, copy.id(), copy.hostId(), List.of(), cause, successorKept(copy.id().instance())));
    }

    private List<Integer> successorKept(InstanceId instance) {
        return assessment.standing(instance) == Standing.KEPT ? Reconciler.numbers(confirmed, List.of(instance)) : List.of();
    }
}
