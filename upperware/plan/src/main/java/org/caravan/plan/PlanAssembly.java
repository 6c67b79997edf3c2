package org.caravan.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Component;
import org.caravan.application.Endpoint;
import org.caravan.application.EndpointReference;
import org.caravan.application.Users;
import org.caravan.infrastructure.Site;
import org.caravan.problem.AddressSlots;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PlacementProblem;

/** Completes a planner's choice of a host per instance to a plan without open decisions. Pure. */
public final class PlanAssembly {

    private record Sits(InstanceId instance, String hostId) {}

    private final PlacementProblem problem;
    private final LatencyModel latency;
    private final SlotAllocation slots;
    private final CopySpecFactory copies;
    private final Map<InstanceId, InstancePlacement> placements = new TreeMap<>();
    /** In order of their index. */
    private final Map<String, List<InstancePlacement>> byComponent = new HashMap<>();
    private final Map<Sits, CurrentPlacement> now = new HashMap<>();

    private PlanAssembly(PlacementProblem problem) {
        this.problem = problem;
        this.latency = new LatencyModel(problem);
        this.slots = new SlotAllocation(problem);
        this.copies = new CopySpecFactory(problem);
        problem.current().forEach(current -> now.putIfAbsent(new Sits(current.instance(), current.hostId()), current));
    }

    /**
     * @param hostIds one for every instance of the application
     * @throws IllegalArgumentException if a site has no address left, or no path is known for a required link
     */
    public static DeploymentPlan of(PlacementProblem problem, Map<InstanceId, String> hostIds) {
        PlanAssembly assembly = new PlanAssembly(problem);
        new TreeMap<>(hostIds).forEach((instance, hostId) ->
                assembly.placements.put(instance, assembly.place(instance, hostId)));
        assembly.placements.values().forEach(placement ->
                assembly.byComponent.computeIfAbsent(placement.instance().componentId(), any -> new ArrayList<>()).add(placement));
        List<LinkPlacement> links = assembly.links();
        List<EntryPlacement> entries = assembly.entries();
        List<BandwidthReservation> bandwidth = BandwidthReservations.of(problem, hostIds, links, entries);
        return new DeploymentPlan(
                problem.application().name(),
                problem.application().version(),
                problem.parentId(),
                problem.generation(),
                BandwidthReservations.enforced(problem, bandwidth, assembly.placements.values()),
                links,
                entries,
                bandwidth);
    }

    private InstancePlacement place(InstanceId instance, String hostId) {
        String siteId = copies.siteIdOf(hostId);
        Optional<CurrentPlacement> kept = Optional.ofNullable(now.get(new Sits(instance, hostId))).filter(copies::sameAsNow);
        int slot = kept.map(CurrentPlacement::addressSlot).orElseGet(() -> slots.next(siteId));
        return new InstancePlacement(
                instance,
                siteId,
                hostId,
                kept.map(CurrentPlacement::generation).orElse(problem.generation()),
                slot,
                copies.of(instance, hostId, slot));
    }

    private List<LinkPlacement> links() {
        List<LinkPlacement> links = new ArrayList<>();
        for (Component component : problem.application().components()) {
            for (EndpointReference required : component.requires()) {
                for (InstancePlacement from : placementsOf(component.id())) {
                    placementsOf(required.componentId()).stream().filter(to -> !to.equals(from))
                            .forEach(to -> links.add(link(from, to, required)));
                }
            }
        }
        return links;
    }

    private LinkPlacement link(InstancePlacement from, InstancePlacement to, EndpointReference required) {
        PathChoice choice = latency
                .link(from.instance().componentId(), from.hostId(), required.componentId(), to.hostId())
                .orElseThrow(() -> new IllegalArgumentException("no path is known for the link "
                        + from.instance() + " on " + from.hostId() + " -> " + to.instance() + " on " + to.hostId()));
        return new LinkPlacement(
                from.instance(),
                to.instance(),
                required.endpointName(),
                portOf(required.componentId(), required.endpointName()),
                choice.path(),
                CopySpecFactory.address(from.spec(), choice.path().from()),
                CopySpecFactory.address(to.spec(), choice.path().to()));
    }

    private List<EntryPlacement> entries() {
        List<EntryPlacement> entries = new ArrayList<>();
        Map<String, Optional<Endpoint>> endpoints = new HashMap<>();
        Set<String> lookedUp = problem.application().entryComponentIds();
        for (Users users : problem.application().users()) {
            for (String looked : lookedUp) {
                String componentId = problem.application().reached(users, looked);
                for (InstancePlacement to : placementsOf(componentId)) {
                    // Users who never enter here can lack a path; they get no address.
                    latency.entry(users, componentId, to.hostId())
                            .ifPresent(choice -> endpoints.computeIfAbsent(componentId, problem.application()::entryEndpoint)
                                    .ifPresent(endpoint ->
                                    entries.add(entry(users, to, endpoint, choice))));
                }
            }
        }
        return entries;
    }

    private static EntryPlacement entry(Users users, InstancePlacement to, Endpoint endpoint, PathChoice choice) {
        return new EntryPlacement(
                users.id(),
                to.instance(),
                endpoint.name(),
                endpoint.port(),
                choice.path(),
                CopySpecFactory.address(to.spec(), choice.path().to()));
    }

    private List<InstancePlacement> placementsOf(String componentId) {
        return byComponent.getOrDefault(componentId, List.of());
    }

    private List<Endpoint> endpoints(String componentId) {
        return problem.application().component(componentId).provides();
    }

    private int portOf(String componentId, String endpointName) {
        return endpoints(componentId).stream()
                .filter(endpoint -> endpoint.name().equals(endpointName))
                .mapToInt(Endpoint::port)
                .findFirst()
                .orElseThrow();
    }

    /** Allocates address slots. Never reuses a slot in use, so that two copies of one instance can run side by side. */
    static final class SlotAllocation {

        private final Map<String, Set<Integer>> taken = new HashMap<>();

        SlotAllocation(PlacementProblem problem) {
            problem.takenSlots().forEach((siteId, slots) -> taken.put(siteId, new TreeSet<>(slots)));
            Map<String, Site> siteOfHost = new HashMap<>();
            problem.infrastructure().sites().forEach(site -> site.hosts().forEach(host -> siteOfHost.put(host.id(), site)));
            for (CurrentPlacement current : problem.current()) {
                Optional.ofNullable(siteOfHost.get(current.hostId())).ifPresent(site -> slotsAt(site.id()).add(current.addressSlot()));
            }
        }

        /** Reserves the lowest free slot of the site. */
        int next(String siteId) {
            Set<Integer> slots = slotsAt(siteId);
            for (int slot = AddressSlots.FIRST; slot <= AddressSlots.LAST; slot++) {
                if (slots.add(slot)) {
                    return slot;
                }
            }
            throw new IllegalArgumentException("site " + siteId + " has no address left for another instance");
        }

        private Set<Integer> slotsAt(String siteId) {
            return taken.computeIfAbsent(siteId, unused -> new TreeSet<>());
        }
    }
}
