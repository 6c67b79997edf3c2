package org.caravan.change;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.adapter.PeerRoute;
import org.caravan.change.Assessment.Standing;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.InstancePlacement;

/**
 * Finds the steps from what was seen to what a plan asks for: create, confirm, route, enter, drain, destroy. At no time
 * does a route or an entry point to a copy that was not confirmed, nor is a copy destroyed while one points to it.
 * Hosts that were not seen are left alone, and so is all that may still be needed from there.
 */
public final class Reconciler {

    private final Assessment assessment;
    private final EntryState inForce;
    private final SecretChanges secrets;
    private final Causes causes;
    private final Rentals rentals;
    private final StepGraph graph = new StepGraph();
    private final Map<InstanceId, Integer> confirmed = new TreeMap<>();
    private final Map<InstanceId, Integer> routed = new TreeMap<>();
    private final Map<String, List<ObservedCopy>> holders;
    private final Map<ObservedCopy, Integer> displaced = new LinkedHashMap<>();
    private Optional<Integer> entered = Optional.empty();

    private Reconciler(ObservedState observed, DeploymentPlan target, EntryState inForce, Set<CopyId> unconfirmed,
            SecretVersions versions, Collection<DeploymentPlan> others) {
        this.assessment = new Assessment(observed, target, unconfirmed);
        this.inForce = inForce;
        this.secrets = new SecretChanges(versions);
        this.causes = new Causes(assessment);
        this.holders = holders(assessment.strays());
        this.rentals = new Rentals(assessment, observed, others, graph);
    }

    /** As the longer form, where every copy that runs is known to have been ready. */
    public static ChangeSet reconcile(ObservedState observed, DeploymentPlan target, EntryState inForce) {
        return reconcile(observed, target, inForce, Set.of());
    }

    /** As the longer form, where no secret is set. */
    public static ChangeSet reconcile(
            ObservedState observed, DeploymentPlan target, EntryState inForce, Set<CopyId> unconfirmed) {
        return reconcile(observed, target, inForce, unconfirmed, SecretVersions.NONE);
    }

    /**
     * @param observed every application's copies, or only this one's
     * @param inForce what users are told now
     * @param unconfirmed copies of which it is not known that they were ever ready; it cannot be seen on a host
     * @param versions of secrets, as they are in force now
     */
    public static ChangeSet reconcile(ObservedState observed, DeploymentPlan target, EntryState inForce,
            Set<CopyId> unconfirmed, SecretVersions versions) {
        return reconcile(observed, target, inForce, unconfirmed, versions, List.of());
    }

    /**
     * As above, where hosts may be rented.
     *
     * @param observed every application's copies
     * @param others targets of all other applications: machines that they use are kept
     */
    public static ChangeSet reconcile(ObservedState observed, DeploymentPlan target, EntryState inForce,
            Set<CopyId> unconfirmed, SecretVersions versions, Collection<DeploymentPlan> others) {
        Reconciler reconciler = new Reconciler(observed, target, inForce, unconfirmed, versions, others);
        reconciler.rentals.prepare();
        reconciler.create();
        reconciler.route();
        reconciler.enter();
        Retirement retirement = reconciler.retirement();
        retirement.retire();
        reconciler.rentals.settle();
        List<String> reasons = new ArrayList<>(reconciler.causes.unseen());
        reasons.addAll(retirement.reasons());
        reasons.addAll(reconciler.rentals.reasons());
        return new ChangeSet(target, reconciler.graph.steps(), reasons);
    }

    private void create() {
        Map<String, Integer> images = new TreeMap<>();
        for (InstanceId instance : assessment.wiring.providersFirst()) {
            assessment.keptCopy(instance).flatMap(copy -> secrets.outdated(assessment.placement(instance), copy))
                    .ifPresent(cause -> supply(instance, cause));
            if (assessment.standing(instance) == Standing.MISSING) {
                createOne(instance, images);
            } else if (assessment.keptUnconfirmed(instance)) {
                confirmed.put(instance, graph.place(StepKind.CONFIRM, assessment.copy(instance), assessment.placement(instance),
                        List.of(), "was not seen ready yet", List.of()));
            }
        }
    }

    private void createOne(InstanceId instance, Map<String, Integer> images) {
        InstancePlacement placement = assessment.placement(instance);
        String cause = causes.ofCreation(instance);
        List<Integer> waits = new ArrayList<>(makeWay(placement));
        waits.add(images.computeIfAbsent(placement.hostId() + " " + placement.spec().image(), key ->
                graph.place(StepKind.IMAGE, assessment.copy(instance), placement, List.of(), cause, rentals.rented(placement.hostId()))));
        waits.addAll(rentals.opened(placement.hostId()));
        assessment.wiring.providers(instance).forEach(provider ->
                Optional.ofNullable(confirmed.get(provider)).ifPresent(waits::add));
        secrets.needed(placement).ifPresent(why -> waits.add(supply(instance, why)));
        List<PeerRoute> routes = assessment.wiring.firstRoutes(instance);
        int created = graph.place(StepKind.CREATE, assessment.copy(instance), placement, routes, cause, waits);
        int ready = graph.place(
                StepKind.CONFIRM, assessment.copy(instance), placement, List.of(), cause, List.of(created));
        confirmed.put(instance, ready);
    }

    private int supply(InstanceId instance, String cause) {
        InstancePlacement placement = assessment.placement(instance);
        return graph.place(StepKind.SUPPLY, assessment.copy(instance), placement, List.of(), cause, rentals.rented(placement.hostId()));
    }

    /**
     * A leftover of another plan may hold an address that this plan gives to another copy, or be a newer copy of the same
     * instance, beside which adapters refuse an older one: then it goes first.
     */
    private List<Integer> makeWay(InstancePlacement placement) {
        List<Integer> freed = new ArrayList<>();
        String instance = placement.instance().toString();
        for (CopyAddress wanted : placement.spec().addresses()) {
            holders.getOrDefault(wanted.address(), List.of()).forEach(stray ->
                    freed.add(displace(stray, "has an address that " + instance + " gets")));
        }
        assessment.straysOf(placement.instance()).stream()
                .filter(stray -> stray.hostId().equals(placement.hostId()))
                .filter(stray -> stray.id().generation() > placement.generation())
                .forEach(stray -> freed.add(displace(stray, "is newer than what the plan asks for")));
        return freed;
    }

    private int displace(ObservedCopy stray, String cause) {
        return displaced.computeIfAbsent(stray, copy ->
                graph.touch(StepKind.DESTROY, copy.id(), copy.hostId(), List.of(), cause, List.of()));
    }

    private static Map<String, List<ObservedCopy>> holders(List<ObservedCopy> strays) {
        Map<String, List<ObservedCopy>> holders = new HashMap<>();
        strays.forEach(stray -> stray.addresses().forEach(address ->
                holders.computeIfAbsent(address, unused -> new ArrayList<>()).add(stray)));
        return holders;
    }

    private void route() {
        for (InstanceId instance : assessment.wiring.providersFirst()) {
            List<PeerRoute> wanted = assessment.wiring.routes(instance);
            Optional<List<PeerRoute>> now = routesAfterCreation(instance);
            List<InstanceId> providers = assessment.wiring.providers(instance);
            if (now.isPresent() && !now.get().equals(wanted) && assessment.allReliable(providers)
                    && assessment.wiring.addressesKnown(instance)) {
                List<Integer> waits = new ArrayList<>(numbers(confirmed, providers));
                if (assessment.standing(instance) == Standing.MISSING) {
                    waits.addAll(numbers(confirmed, List.of(instance)));
                }
                String hostId = assessment.placement(instance).hostId();
                routed.put(instance, graph.touch(StepKind.ROUTE, assessment.copy(instance), hostId, wanted,
                        causes.ofRouting(instance, now.get()), waits));
            }
        }
    }

    private Optional<List<PeerRoute>> routesAfterCreation(InstanceId instance) {
        return switch (assessment.standing(instance)) {
            case KEPT -> assessment.keptCopy(instance).map(ObservedCopy::routes);
            case MISSING -> Optional.of(assessment.wiring.firstRoutes(instance));
            default -> Optional.empty();
        };
    }

    private void enter() {
        Optional<EntryState> wanted = assessment.entriesWanted();
        List<InstanceId> entries = assessment.target.entries().stream().map(EntryPlacement::to).distinct().toList();
        if (wanted.isPresent() && !inForce.equals(wanted.get()) && assessment.allReliable(entries)) {
            List<Integer> waits = new ArrayList<>(numbers(confirmed, entries));
            waits.addAll(numbers(routed, entries));
            entered = Optional.of(graph.entry(wanted.get().entries(), causes.ofEntry(inForce), waits));
        }
    }

    private Retirement retirement() {
        return new Retirement(assessment, graph, causes, inForce, confirmed, routed, entered, displaced);
    }

    static List<Integer> numbers(Map<InstanceId, Integer> numbers, List<InstanceId> instances) {
        return instances.stream().filter(numbers::containsKey).map(numbers::get).toList();
    }
}
