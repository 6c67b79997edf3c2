package org.caravan.solver.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adapter.ObservedHost;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Rental;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.Assignment;

/**
 * Symmetry breaking among empty provisioned hosts, which differ only in their number. Replaces them by the lowest numbers, hosts with an
 * existing machine first, so that equal problems give equal plans that are easy to read.
 */
public final class RentedHostSymmetry {

    /** Common properties of the hosts of a group. */
    private record Kind(int site, String hostTypeId, Rental rental, ObservedHost offered) {}

    private final PlacementProblem problem;
    private final CompiledProblem tables;
    private final Map<String, Host> hosts = new HashMap<>();
    private final Map<String, ObservedHost> observed = new HashMap<>();

    private RentedHostSymmetry(PlacementProblem problem, CompiledProblem tables) {
        this.problem = problem;
        this.tables = tables;
        problem.infrastructure().sites().forEach(site -> site.hosts().forEach(host -> hosts.put(host.id(), host)));
        problem.inventory().hosts().forEach(host -> observed.put(host.hostId(), host));
    }

    /** Returns an equivalent assignment. */
    public static Assignment lowestFirst(PlacementProblem problem, CompiledProblem tables, Assignment found) {
        return new RentedHostSymmetry(problem, tables).renumbered(found);
    }

    private Assignment renumbered(Assignment found) {
        Map<Integer, Integer> places = new HashMap<>();
        for (List<Integer> group : groups()) {
            List<Integer> used = new ArrayList<>();
            for (int position : found.positions()) {
                if (group.contains(position) && !used.contains(position)) {
                    places.put(position, group.get(used.size()));
                    used.add(position);
                }
            }
        }
        int[] positions = found.positions().clone();
        for (int instance = 0; instance < positions.length; instance++) {
            positions[instance] = places.getOrDefault(positions[instance], positions[instance]);
        }
        return places.isEmpty() ? found : Assignment.of(tables, positions);
    }

    /** Interchangeable hosts, groups of at least two, in the order in which they are used. */
    private List<List<Integer>> groups() {
        Set<String> lived = problem.current().stream().map(CurrentPlacement::hostId).collect(Collectors.toSet());
        Map<Kind, List<Position>> groups = new HashMap<>();
        for (Position position : tables.positions().subList(0, tables.hosts())) {
            Optional<Host> host = Optional.of(hosts.get(position.hostId()))
                    .filter(rented -> rented.rental().isPresent() && !lived.contains(rented.id()))
                    .filter(rented -> !problem.reservedElsewhere().containsKey(rented.id())
                            && !problem.excluded().containsKey(rented.id()));
            host.ifPresent(free -> groups.computeIfAbsent(kind(position, free), any -> new ArrayList<>()).add(position));
        }
        return groups.values().stream().filter(group -> group.size() > 1)
                .map(group -> group.stream().sorted(firstToTake()).map(Position::index).toList())
                .toList();
    }

    private Kind kind(Position position, Host host) {
        ObservedHost seen = observed.get(host.id());
        return new Kind(position.site(), host.hostTypeId(), host.rental().orElseThrow(),
                new ObservedHost("", seen.architecture(), seen.cpu(), seen.memory(), seen.disk(), List.of(), seen.gpus(),
                        seen.noBandwidth(), seen.noInbound()));
    }

    /** Ids of a group differ only in their number, so the shorter id has the lower number. */
    private Comparator<Position> firstToTake() {
        return Comparator.comparing((Position position) -> observed.get(position.hostId()).addresses().isEmpty())
                .thenComparing(position -> position.hostId().length())
                .thenComparing(Position::hostId);
    }
}
