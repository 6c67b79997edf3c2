package org.caravan.solver;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.Bandwidth;
import org.caravan.application.PlacementRules;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.BitRate;

/** Hosts whose kernels cannot divide an uplink, and copies that need it. */
public final class UndividedHosts {

    public static final String WHY = "its kernel has no HTB";

    static final String NO_IFB = "its kernel has no IFB devices";

    private UndividedHosts() {}

    /** One host in three at random, and bandwidth of some components and single copies; the same for the same problem. */
    public static PlacementProblem some(PlacementProblem problem) {
        Random random = new Random(problem.digest().hashCode() * 7L);
        Bandwidth share = new Bandwidth(2, BitRate.ZERO, Optional.empty());
        Map<String, Bandwidth> components = new HashMap<>();
        Map<String, Bandwidth> copies = new HashMap<>();
        problem.application().components().forEach(component -> {
            if (random.nextInt(3) == 0) {
                components.put(component.id(), share);
            } else if (random.nextInt(4) == 0) {
                copies.put(component.id() + ":1", share);
            }
        });
        return of(problem, problem.inventory().hosts().stream().map(ObservedHost::hostId).filter(host -> random.nextInt(3) == 0).toList())
                .withApplication(problem.application().withPlacementRules(new PlacementRules(List.of(), components, copies)));
    }

    static PlacementProblem of(PlacementProblem problem, List<String> hostIds) {
        Set<String> without = Set.copyOf(hostIds);
        return with(problem, host -> without.contains(host.hostId()) ? host.withoutBandwidth(WHY) : host);
    }

    /** No host can divide what it receives. */
    static PlacementProblem outboundOnly(PlacementProblem problem) {
        return with(problem, host -> new ObservedHost(host.hostId(), host.architecture(), host.cpu(), host.memory(), host.disk(),
                host.addresses(), host.gpus(), Optional.empty(), Optional.of(NO_IFB)));
    }

    private static PlacementProblem with(PlacementProblem problem, UnaryOperator<ObservedHost> changed) {
        return new PlacementProblem(problem.application(), problem.infrastructure(), new Inventory(problem.inventory().hosts().stream()
                .map(changed).toList(),
                problem.inventory().unobserved()), problem.network(), problem.parentId(), problem.generation(), problem.current(),
                problem.reservedElsewhere(), problem.takenSlots(), problem.excluded(), problem.policy());
    }
}
