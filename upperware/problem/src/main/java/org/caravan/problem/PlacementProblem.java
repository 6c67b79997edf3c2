package org.caravan.problem;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.Inventory;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Storage;
import org.caravan.canonical.CanonicalText;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.unit.Millis;

/**
 * Complete input of a planner.
 *
 * @param parentId digest of the current target plan; empty for the first plan of an application
 * @param generation of the plan to be made: one more than its parent's, at least 1
 * @param current placements of instances by the current target
 * @param reservedElsewhere capacity of hosts reserved by other applications
 * @param takenSlots by site: address slots used by other applications
 * @param excluded hosts on which nothing can be placed, each with a short reason, for example {@code drained}
 * @param uplinks reservations on uplinks, and paths that links avoid because of them
 * @param services learned service times, sorted by users and request
 * @param speeds measured speed of a core by host, relative to the reference host, above 0; other hosts count as 1
 * @param starts learned start times, which replace declared ones, sorted; empty if the model has no goal on startup
 * @param forms forms of single copies, at most one of a kind, chosen among the alternatives of their component; empty before the choice
 */
public record PlacementProblem(
        ApplicationModel application,
        Infrastructure infrastructure,
        Inventory inventory,
        NetworkMatrix network,
        Optional<String> parentId,
        long generation,
        List<CurrentPlacement> current,
        Map<String, Reservation> reservedElsewhere,
        Map<String, Set<Integer>> takenSlots,
        Map<String, String> excluded,
        PlanningPolicy policy,
        Uplinks uplinks,
        List<ServiceTime> services,
        Map<String, Double> speeds,
        List<LearnedStart> starts,
        Map<InstanceId, List<Form>> forms)
        implements CanonicalText {

    /**
     * Time from the request for a copy until it answers, learned from earlier starts, with the transfer of the image if the host does not
     * have it. At most one of each host, form and image.
     */
    public record LearnedStart(String hostId, FormKind form, String image, Millis time) {}

    public PlacementProblem {
        current = current.stream().sorted(Comparator.comparing(CurrentPlacement::instance)).toList();
        reservedElsewhere = Collections.unmodifiableMap(new TreeMap<>(reservedElsewhere));
        Map<String, Set<Integer>> slots = new TreeMap<>();
        takenSlots.forEach((siteId, taken) -> slots.put(siteId, Collections.unmodifiableSet(new TreeSet<>(taken))));
        takenSlots = Collections.unmodifiableMap(slots);
        excluded = Collections.unmodifiableMap(new TreeMap<>(excluded));
        services = services.stream().sorted(Comparator.comparing(ServiceTime::usersId).thenComparing(ServiceTime::requestId)).toList();
        speeds = Collections.unmodifiableMap(new TreeMap<>(speeds));
        starts = starts.stream().sorted(Comparator.comparing(LearnedStart::hostId).thenComparing(LearnedStart::form)
                .thenComparing(LearnedStart::image)).toList();
        forms = Collections.unmodifiableMap(new TreeMap<>(forms));
        if (speeds.values().stream().anyMatch(speed -> !(speed > 0) || speed.isInfinite())) {
            throw new IllegalArgumentException("speeds of hosts are above 0: " + speeds);
        }
        if (generation < 1) {
            throw new IllegalArgumentException("generations of plans count from 1: " + generation);
        }
    }

    /** Before alternatives are chosen. */
    public PlacementProblem(
            ApplicationModel application, Infrastructure infrastructure, Inventory inventory, NetworkMatrix network,
            Optional<String> parentId, long generation, List<CurrentPlacement> current,
            Map<String, Reservation> reservedElsewhere, Map<String, Set<Integer>> takenSlots, Map<String, String> excluded,
            PlanningPolicy policy, Uplinks uplinks, List<ServiceTime> services, Map<String, Double> speeds, List<LearnedStart> starts) {
        this(application, infrastructure, inventory, network, parentId, generation, current, reservedElsewhere, takenSlots,
                excluded, policy, uplinks, services, speeds, starts, Map.of());
    }

    /** Without learned service and start times, and measured speeds. */
    public PlacementProblem(
            ApplicationModel application, Infrastructure infrastructure, Inventory inventory, NetworkMatrix network,
            Optional<String> parentId, long generation, List<CurrentPlacement> current,
            Map<String, Reservation> reservedElsewhere, Map<String, Set<Integer>> takenSlots, Map<String, String> excluded,
                    PlanningPolicy policy, Uplinks uplinks) {
        this(application, infrastructure, inventory, network, parentId, generation, current, reservedElsewhere, takenSlots,
                excluded, policy, uplinks, List.of(), Map.of(), List.of());
    }

    /** Without excluded hosts. */
    public PlacementProblem(
            ApplicationModel application, Infrastructure infrastructure, Inventory inventory, NetworkMatrix network,
            Optional<String> parentId, long generation, List<CurrentPlacement> current,
            Map<String, Reservation> reservedElsewhere, Map<String, Set<Integer>> takenSlots, PlanningPolicy policy) {
        this(application, infrastructure, inventory, network, parentId, generation, current, reservedElsewhere, takenSlots,
                Map.of(), policy, Uplinks.NONE);
    }

    /** Without reservations on uplinks. */
    public PlacementProblem(
            ApplicationModel application, Infrastructure infrastructure, Inventory inventory, NetworkMatrix network,
            Optional<String> parentId, long generation, List<CurrentPlacement> current,
            Map<String, Reservation> reservedElsewhere, Map<String, Set<Integer>> takenSlots, Map<String, String> excluded,
                    PlanningPolicy policy) {
        this(application, infrastructure, inventory, network, parentId, generation, current, reservedElsewhere, takenSlots,
                excluded, policy, Uplinks.NONE);
    }

    /** The same with other reservations on uplinks and avoided paths. */
    public PlacementProblem withUplinks(Uplinks changed) {
        return new PlacementProblem(application, infrastructure, inventory, network, parentId, generation, current,
                reservedElsewhere, takenSlots, excluded, policy, changed, services, speeds, starts, forms);
    }

    /** The same with exactly these hosts excluded. */
    public PlacementProblem excluding(Map<String, String> reasonByHost) {
        return new PlacementProblem(application, infrastructure, inventory, network, parentId, generation, current,
                reservedElsewhere, takenSlots, reasonByHost, policy, uplinks, services, speeds, starts, forms);
    }

    /** The same with other current placements. */
    public PlacementProblem withCurrent(List<CurrentPlacement> changed) {
        return new PlacementProblem(application, infrastructure, inventory, network, parentId, generation, changed,
                reservedElsewhere, takenSlots, excluded, policy, uplinks, services, speeds, starts, forms);
    }

    /** The same with another model of the application. */
    public PlacementProblem withApplication(ApplicationModel changed) {
        return new PlacementProblem(changed, infrastructure, inventory, network, parentId, generation, current,
                reservedElsewhere, takenSlots, excluded, policy, uplinks, services, speeds, starts, forms);
    }

    /** The same with another infrastructure. */
    public PlacementProblem withInfrastructure(Infrastructure changed) {
        return new PlacementProblem(application, changed, inventory, network, parentId, generation, current,
                reservedElsewhere, takenSlots, excluded, policy, uplinks, services, speeds, starts, forms);
    }

    /** The same with other resources of hosts. */
    public PlacementProblem withInventory(Inventory changed) {
        return new PlacementProblem(application, infrastructure, changed, network, parentId, generation, current,
                reservedElsewhere, takenSlots, excluded, policy, uplinks, services, speeds, starts, forms);
    }

    /** The same with another planning policy. */
    public PlacementProblem withPolicy(PlanningPolicy changed) {
        return new PlacementProblem(application, infrastructure, inventory, network, parentId, generation, current,
                reservedElsewhere, takenSlots, excluded, changed, uplinks, services, speeds, starts, forms);
    }

    /** The same with another network. */
    public PlacementProblem withNetwork(NetworkMatrix changed) {
        return new PlacementProblem(application, infrastructure, inventory, changed, parentId, generation, current,
                reservedElsewhere, takenSlots, excluded, policy, uplinks, services, speeds, starts, forms);
    }

    /** The same with exactly these learned service times. */
    public PlacementProblem withServices(List<ServiceTime> learned) {
        return new PlacementProblem(application, infrastructure, inventory, network, parentId, generation, current,
                reservedElsewhere, takenSlots, excluded, policy, uplinks, learned, speeds, starts, forms);
    }

    /** The same with exactly these measured speeds of hosts. */
    public PlacementProblem withSpeeds(Map<String, Double> measured) {
        return new PlacementProblem(application, infrastructure, inventory, network, parentId, generation, current,
                reservedElsewhere, takenSlots, excluded, policy, uplinks, services, measured, starts, forms);
    }

    /** The same with exactly these learned start times. */
    public PlacementProblem withStarts(List<LearnedStart> learned) {
        return new PlacementProblem(application, infrastructure, inventory, network, parentId, generation, current,
                reservedElsewhere, takenSlots, excluded, policy, uplinks, services, speeds, learned, forms);
    }

    /** The same with exactly these forms of single copies. */
    public PlacementProblem withForms(Map<InstanceId, List<Form>> chosen) {
        return new PlacementProblem(application, infrastructure, inventory, network, parentId, generation, current,
                reservedElsewhere, takenSlots, excluded, policy, uplinks, services, speeds, starts, chosen);
    }

    /** Component of the copy, with the forms chosen for it. */
    public Component component(InstanceId copy) {
        return chosen(application.component(copy.componentId()), copy);
    }

    /** The component with the forms chosen for one of its copies. */
    public Component chosen(Component component, InstanceId copy) {
        return Optional.ofNullable(forms.get(copy)).map(component::withForms).orElse(component);
    }

    /** Empty if none is learned. */
    public Optional<ServiceTime> service(String usersId, String requestId) {
        return services.stream().filter(one -> one.usersId().equals(usersId) && one.requestId().equals(requestId)).findFirst();
    }

    /**
     * The same with SLOs evaluated by measured values instead of the worse ends of their intervals; the same object if there is no
     * difference.
     */
    public PlacementProblem byValue() {
        boolean counted = policy.robustness() > 0 && !application.slos().isEmpty();
        NetworkMatrix values = counted ? RobustnessPolicy.byValue(network) : network;
        return values == network ? this : withNetwork(values);
    }

    /** Whether an SLO uses the p99 of paths. */
    boolean promisesP99() {
        return application.slos().stream().anyMatch(slo -> RttStatistic.of(slo.percentile()) == RttStatistic.PROMISED_P99);
    }

    /**
     * The same with the decisions that the model leaves to planning. It fixes the placement of stateful components and their disk, and
     * replica counts for request rates and SLOs. It adds routers of users as components with their sites.
     */
    public PlacementProblem completed() {
        return RouterSites.placed(withApplication(PromisedReplicas.enough(Storage.reserved(application).withResidence().withReplicas())));
    }

    @Override
    public String canonicalText() {
        return ProblemText.of(this);
    }
}
