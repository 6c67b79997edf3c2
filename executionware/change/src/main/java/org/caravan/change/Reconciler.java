package org.caravan.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.adapter.PeerRoute;
import org.caravan.change.StateDiff.Standing;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;

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
    private final Map<InstanceId, Integer> confirmed;
    private final Map<InstanceId, Integer> routed = new TreeMap<>();
    private Optional<Integer> entered = Optional.empty();

    private Reconciler(StateDiff assessment, EntryState inForce, Admittance admittance, StepCauses causes, StepGraph graph,
            Map<InstanceId, Integer> confirmed) {
        this.assessment = assessment;
        this.inForce = inForce;
        this.admittance = admittance;
        this.causes = causes;
        this.graph = graph;
        this.confirmed = confirmed;
    }

    /** @param observed copies of this application; copies of all applications if hosts can be provisioned */
    public static ChangeSet reconcile(ObservedState observed, DeploymentPlan target, ReconcileContext known) {
        StateDiff assessment = new StateDiff(observed, target, known.unconfirmed(), known.earlier());
        StepGraph graph = new StepGraph();
        StepCauses causes = new StepCauses(assessment);
        RentSteps rentals = new RentSteps(assessment, observed, known.others(), graph);
        Admittance admittance = new Admittance(assessment, known.inForce(), graph);
        CreateSteps creation = new CreateSteps(assessment, new SecretChanges(known.secrets()), admittance, causes, rentals, graph);
        rentals.prepare();
        new ReserveSteps(assessment, graph).reserve();
        admittance.widen();
        creation.create();
        Reconciler reconciler = new Reconciler(assessment, known.inForce(), admittance, causes, graph, creation.confirmed());
        reconciler.route();
        reconciler.enter();
        RetireSteps.Done done = new RetireSteps.Done(creation.confirmed(), reconciler.routed, reconciler.entered, creation.displaced());
        RetireSteps retirement = new RetireSteps(assessment, graph, causes, known.inForce(), done);
        retirement.retire();
        admittance.narrow(done, retirement.destroyed());
        rentals.settle();
        List<String> reasons = new ArrayList<>(causes.unseen());
        reasons.addAll(retirement.reasons());
        reasons.addAll(rentals.reasons());
        return new ChangeSet(target, graph.steps(), reasons);
    }

    private void route() {
        for (InstanceId instance : assessment.wiring.providersFirst()) {
            List<PeerRoute> wanted = assessment.wiring.routes(instance);
            Optional<List<PeerRoute>> now = routesAfterCreation(instance);
            List<InstanceId> providers = assessment.wiring.providers(instance);
            if (now.isPresent() && !now.get().equals(wanted) && assessment.allReliable(providers)
                    && assessment.wiring.addressesKnown(instance) && !assessment.shutOut(instance, now.get())) {
                List<Integer> waits = new ArrayList<>(numbers(confirmed, providers));
                waits.addAll(admittance.widened(providers));
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
            waits.addAll(admittance.widened(entries));
            entered = Optional.of(graph.entry(wanted.get().entries(), causes.ofEntry(inForce), waits));
        }
    }

    static List<Integer> numbers(Map<InstanceId, Integer> numbers, List<InstanceId> instances) {
        return instances.stream().filter(numbers::containsKey).map(numbers::get).toList();
    }
}
