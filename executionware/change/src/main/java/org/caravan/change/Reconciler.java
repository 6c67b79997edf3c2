package org.caravan.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyRestarts;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.adapter.PeerRoute;
import org.caravan.application.Endpoint;
import org.caravan.change.StateDiff.Standing;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.InstancePlacement;

/**
 * Derives the steps from the observed state to a plan: admit, create, confirm, route, enter, drain, destroy, narrow admissions. No
 * route or entry ever points to a copy that is unconfirmed or does not admit the source. No copy is destroyed while a route or an
 * entry points to it. Copies on unobserved hosts, and everything they may still need, are left unchanged.
 */
public final class Reconciler {

    private final StateDiff assessment;
    private final EntryState inForce;
    private final Admittance admittance;
    private final StepCauses causes;
    private final StepGraph graph;
    private final Doubts doubts;
    private final Map<InstanceId, Integer> created;
    private final Map<InstanceId, Integer> confirmed;
    private final Map<InstanceId, Integer> routed = new TreeMap<>();
    /** Of {@link #routed}, where another step does the part that does not depend on doubtful providers: that step. */
    private final Map<InstanceId, Integer> routedForSure = new TreeMap<>();
    private Optional<Integer> entered = Optional.empty();

    private Reconciler(StateDiff assessment, EntryState inForce, Admittance admittance, StepCauses causes, StepGraph graph, Doubts doubts,
            CreateSteps creation) {
        this.assessment = assessment;
        this.inForce = inForce;
        this.admittance = admittance;
        this.causes = causes;
        this.graph = graph;
        this.doubts = doubts;
        this.created = creation.created();
        this.confirmed = creation.confirmed();
    }

    /** @param listed copies of this application; copies of all applications if hosts can be provisioned */
    public static ChangeSet reconcile(ObservedState listed, DeploymentPlan target, ReconcileContext known) {
        ObservedState observed = HiddenCopies.presumedIn(listed, target, known);
        StateDiff assessment = new StateDiff(observed, target, known.unconfirmed(), known.earlier());
        StepGraph graph = new StepGraph();
        StepCauses causes = new StepCauses(assessment);
        RentSteps rentals = new RentSteps(assessment, observed, known.others(), graph);
        Admittance admittance = new Admittance(assessment, known.inForce(), graph);
        Doubts doubts = new Doubts(assessment);
        CreateSteps creation = new CreateSteps(assessment, new SecretChanges(known.secrets()), admittance, causes, rentals, doubts, graph);
        rentals.prepare();
        new ReserveSteps(assessment, graph).reserve();
        admittance.widen();
        creation.create();
        Reconciler reconciler = new Reconciler(assessment, known.inForce(), admittance, causes, graph, doubts, creation);
        reconciler.route();
        reconciler.enter();
        RetireSteps.Done done = new RetireSteps.Done(creation.confirmed(), reconciler.routed, reconciler.entered, creation.displaced());
        RetireSteps retirement = new RetireSteps(assessment, graph, causes, known.inForce(), done);
        retirement.retire();
        admittance.narrow(done, retirement.destroyed());
        rentals.settle();
        List<String> reasons = new ArrayList<>(causes.unseen());
        reasons.addAll(doubts.reasons());
        reasons.addAll(retirement.reasons());
        reasons.addAll(rentals.reasons());
        return new ChangeSet(target, graph.steps(), reasons, creation.doubtful());
    }

    private void route() {
        for (InstanceId instance : assessment.wiring.providersFirst()) {
            List<PeerRoute> wanted = assessment.wiring.routes(instance);
            Optional<List<PeerRoute>> now = routesAfterCreation(instance);
            List<InstanceId> providers = assessment.wiring.providers(instance);
            if (now.isPresent() && !now.get().equals(wanted) && assessment.allReliable(providers)
                    && assessment.wiring.addressesKnown(instance) && !assessment.shutOut(instance, now.get())) {
                List<Integer> before = doubts.providers(instance).isEmpty() ? List.of() : routeForSure(instance, now.get());
                routed.put(instance, route(instance, now.get(), wanted, providers, before));
            }
        }
    }

    /** The step for what does not depend on doubtful providers; empty if there is nothing to change. */
    private List<Integer> routeForSure(InstanceId instance, List<PeerRoute> now) {
        List<PeerRoute> sure = doubts.sureRoutes(instance, now);
        if (sure.equals(now)) {
            return List.of();
        }
        List<InstanceId> providers = new ArrayList<>(assessment.wiring.providers(instance));
        providers.removeAll(doubts.providers(instance));
        routedForSure.put(instance, route(instance, now, sure, providers, List.of()));
        return List.of(routedForSure.get(instance));
    }

    private int route(InstanceId instance, List<PeerRoute> now, List<PeerRoute> wanted, List<InstanceId> providers, List<Integer> before) {
        List<Integer> waits = new ArrayList<>(numbers(confirmed, providers));
        waits.addAll(admittance.widened(providers));
        waits.addAll(before);
        if (assessment.standing(instance) == Standing.MISSING) {
            // A copy that was created without some of its providers may become ready only when it is routed to them.
            waits.addAll(numbers(doubts.leftOut(instance).isEmpty() ? confirmed : created, List.of(instance)));
        }
        return graph.touch(StepKind.ROUTE, assessment.copy(instance), assessment.placement(instance).hostId(), wanted,
                causes.ofRouting(instance, now), waits);
    }

    private Optional<List<PeerRoute>> routesAfterCreation(InstanceId instance) {
        return switch (assessment.standing(instance)) {
            case KEPT -> assessment.keptCopy(instance).map(ObservedCopy::routes);
            case MISSING -> Optional.of(assessment.wiring.firstRoutes(instance, doubts.leftOut(instance)));
            default -> Optional.empty();
        };
    }

    private void enter() {
        Optional<EntryState> wanted = assessment.entriesWanted();
        List<InstanceId> entries = assessment.target.entries().stream().map(EntryPlacement::to).distinct().toList();
        if (wanted.isPresent() && !inForce.equals(wanted.get()) && assessment.allReliable(entries)) {
            EntryState now = inForce;
            EntryState sure = doubts.sureEntries(wanted.get(), inForce);
            if (!sure.equals(inForce)) {
                enter(now, sure, entries.stream().filter(instance -> !doubts.of(instance)).toList());
                now = sure;
            }
            if (!now.equals(wanted.get())) {
                enter(now, wanted.get(), entries);
            }
        }
    }

    private void enter(EntryState now, EntryState then, List<InstanceId> served) {
        List<Integer> waits = new ArrayList<>(numbers(confirmed, served));
        waits.addAll(numbers(routedForSure, served));
        waits.addAll(numbers(routed, served.stream().filter(instance -> doubts.providers(instance).isEmpty()).toList()));
        waits.addAll(admittance.widened(served));
        entered.ifPresent(waits::add);
        entered = Optional.of(graph.entry(then.entries(), causes.ofEntry(now, then.entries()), waits));
    }

    static List<Integer> numbers(Map<InstanceId, Integer> numbers, List<InstanceId> instances) {
        return instances.stream().filter(numbers::containsKey).map(numbers::get).toList();
    }

    /**
     * Copies that a host may have although its list does not show them, because the list is older than the creation or the call did its
     * work after it failed. If the plan does not contain such a copy, it is removed like any copy outside the plan.
     */
    static final class HiddenCopies {

        private HiddenCopies() {}

        /**
         * The state with the hidden copies, as stopped: a copy that may not exist is not asked for its connections before it is removed.
         */
        static ObservedState presumedIn(ObservedState observed, DeploymentPlan target, ReconcileContext known) {
            List<ObservedCopy> copies = new ArrayList<>(observed.copies());
            for (CreatedCopy created : known.created()) {
                boolean mayHave = observed.observed(created.hostId())
                        && observed.rented(created.hostId()).filter(host -> host.machine().isEmpty()).isEmpty();
                if (mayHave && !listed(observed, created) && placement(target, created).isEmpty()) {
                    known.earlier().stream().flatMap(plan -> placement(plan, created).stream()).findFirst()
                            .ifPresent(placement -> copies.add(hidden(created, placement)));
                }
            }
            return copies.size() == observed.copies().size() ? observed
                    : new ObservedState(copies, observed.unobserved(), observed.rented(), observed.unclaimed());
        }

        private static boolean listed(ObservedState observed, CreatedCopy created) {
            return observed.copies().stream().anyMatch(copy -> copy.id().equals(created.copy()) && copy.hostId().equals(created.hostId()));
        }

        private static Optional<InstancePlacement> placement(DeploymentPlan plan, CreatedCopy created) {
            return plan.instance(created.copy().instance()).filter(placement -> placement.hostId().equals(created.hostId())
                    && placement.copy(plan.application()).equals(created.copy()));
        }

        private static ObservedCopy hidden(CreatedCopy created, InstancePlacement placement) {
            return new ObservedCopy(created.copy(), created.hostId(), ObservedCopy.State.STOPPED, placement.spec().digest(),
                    placement.spec().addresses().stream().map(CopyAddress::address).toList(), List.of(), Map.of(),
                    new TreeSet<>(placement.spec().endpoints().stream().map(Endpoint::port).toList()), CopyRestarts.NONE, Optional.empty());
        }
    }
}
