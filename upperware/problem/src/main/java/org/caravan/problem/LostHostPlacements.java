package org.caravan.problem;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.Component;
import org.caravan.infrastructure.Host;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/**
 * Keeps instances where they are although nothing else may be placed there. An excluded host gets exactly the capacity of the instances
 * that stay on it, so that a planner can place nothing else.
 *
 * <pre>
 * host not observed (lost)     stateful instances stay, because their data is there; all others leave
 * host observed (avoided)      all instances stay, because they run
 * </pre>
 */
public final class LostHostPlacements {

    private LostHostPlacements() {}

    /** @param hostIds excluded hosts whose instances stay as far as they have to; others remain excluded */
    public static PlacementProblem kept(PlacementProblem problem, Set<String> hostIds) {
        return kept(problem, hostIds, true);
    }

    /** @param hostIds excluded hosts, observed or not, of which only stateful instances stay; others remain excluded */
    public static PlacementProblem keptData(PlacementProblem problem, Set<String> hostIds) {
        return kept(problem, hostIds, false);
    }

    private static PlacementProblem kept(PlacementProblem problem, Set<String> hostIds, boolean running) {
        Map<String, String> excluded = new TreeMap<>(problem.excluded());
        List<ObservedHost> hosts = new ArrayList<>(problem.inventory().hosts());
        for (String hostId : hostIds) {
            Optional<ObservedHost> observed = problem.inventory().host(hostId);
            List<CurrentPlacement> stay = problem.current().stream().filter(now -> now.hostId().equals(hostId))
                    .filter(now -> component(problem, now).filter(one -> one.stateful() || running && observed.isPresent())
                            .isPresent()).toList();
            if (!stay.isEmpty() && problem.infrastructure().hosts().stream().anyMatch(host -> host.id().equals(hostId))) {
                excluded.remove(hostId);
                hosts.removeIf(host -> host.hostId().equals(hostId));
                hosts.add(exactly(problem, hostId, stay, observed));
            }
        }
        return problem.excluding(excluded).withInventory(new Inventory(hosts, problem.inventory().unobserved().stream()
                .filter(host -> hosts.stream().noneMatch(kept -> kept.hostId().equals(host.hostId()))).toList()));
    }

    /** Empty if the model has no such component any more. */
    private static Optional<Component> component(PlacementProblem problem, CurrentPlacement now) {
        return problem.application().components().stream().filter(one -> one.id().equals(now.instance().componentId())).findFirst();
    }

    /** Of alternatives, the placement does not state which one runs: the largest demands of all count, so that the copy can stay. */
    private static Optional<Reservation> largest(PlacementProblem problem, Component component, String hostId) {
        Host on = problem.infrastructure().hosts().stream().filter(host -> host.id().equals(hostId)).findFirst().orElseThrow();
        return component.alternatives().stream()
                .flatMap(forms -> FormChoice.of(component.withForms(forms), on, problem.infrastructure()).stream())
                .map(form -> new Reservation(form.cpu(), form.memory(), Optional.of(form.diskBytes())))
                .reduce((one, other) -> new Reservation(new MilliCores(Math.max(one.cpu().value(), other.cpu().value())),
                        new Bytes(Math.max(one.memory().value(), other.memory().value())),
                        Optional.of(new Bytes(Math.max(one.diskBytes().value(), other.diskBytes().value())))));
    }

    /** The host with the capacity of these instances and of other applications. */
    private static ObservedHost exactly(PlacementProblem problem, String hostId, List<CurrentPlacement> stay,
            Optional<ObservedHost> observed) {
        Reservation needed = problem.reservedElsewhere().getOrDefault(hostId, Reservation.NOTHING);
        for (CurrentPlacement now : stay) {
            needed = largest(problem, component(problem, now).orElseThrow(), hostId).map(needed::plus).orElse(needed);
        }
        MilliCores cpu = needed.cpu();
        Bytes memory = needed.memory();
        return new ObservedHost(hostId, observed.map(ObservedHost::architecture)
                .orElseGet(() -> problem.infrastructure().hostTypeOf(hostId).architecture()), cpu, memory,
                observed.filter(host -> host.disk().value() == 0).isPresent() ? new Bytes(0) : needed.diskBytes(),
                observed.map(ObservedHost::addresses).orElse(List.of()), Optional.empty());
    }
}
