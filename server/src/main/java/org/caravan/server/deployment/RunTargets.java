package org.caravan.server.deployment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.TreeMap;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.Target;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.OtherPlacement;
import org.caravan.server.infrastructure.HostUse;
import org.caravan.server.planning.Targets;
import org.caravan.unit.Bytes;
import org.springframework.stereotype.Component;

/** Answers queries of other packages from the journal: targets and use of hosts. */
@Component
class RunTargets implements Targets, HostUse {

    private final RunStore store;

    RunTargets(RunStore store) {
        this.store = store;
    }

    @Override
    public Optional<DeploymentPlan> target(String application) {
        return store.target(application).map(Target::plan);
    }

    @Override
    public List<DeploymentPlan> all() {
        return store.targets().stream().map(Target::plan).toList();
    }

    @Override
    public List<OtherPlacement> placedByOthers(String application) {
        return store.reservedByOthers(application).asOtherPlacements();
    }

    @Override
    public List<OtherPlacement> mayRemain(String application, Predicate<String> outOfReach) {
        return store.mayRemain(application, outOfReach).asOtherPlacements();
    }

    @Override
    public Set<String> unreadable() {
        return store.unreadableTargets().keySet();
    }

    @Override
    public Map<String, String> applicationByHost() {
        Map<String, String> uses = new TreeMap<>();
        store.unreadableTargets().forEach((application, hosts) -> hosts.forEach(host -> uses.put(host, application)));
        all().forEach(plan -> plan.instances().forEach(placed -> uses.put(placed.hostId(), plan.application())));
        return uses;
    }

    @Override
    public Map<String, List<Placed>> placed() {
        Map<String, List<Placed>> placed = new TreeMap<>();
        all().forEach(plan -> plan.instances().forEach(one -> placed.computeIfAbsent(one.hostId(), host -> new ArrayList<>())
                .add(new Placed(plan.application(),
                one.instance().componentId(), one.instance().toString(), one.spec().cpu(), one.spec().memory(),
                        one.spec().disk().orElse(new Bytes(0))))));
        placed.values().forEach(list -> list.sort(Comparator.comparing(Placed::application).thenComparing(Placed::instance)));
        return placed;
    }
}
