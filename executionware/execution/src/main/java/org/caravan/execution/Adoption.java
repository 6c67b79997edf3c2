package org.caravan.execution;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.caravan.adapter.ObservedHost;
import org.caravan.canonical.Digest;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.fleet.TargetLocks;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.Target;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.SharedResources;
import org.caravan.plan.Shortage;

/**
 * Makes plans the target one after the other, and only while what they reserve is free. Plans of two applications may be made from the
 * same state and fit only alone; the one that becomes the target first keeps its place.
 */
final class Adoption {

    /** Rejections for a resource that other applications have reserved since the plan was made. */
    static final String TAKEN = "resource-taken";

    private final HostRegistry fleet;
    private final RunStore store;
    private final TargetLocks targets;

    Adoption(HostRegistry fleet, RunStore store, TargetLocks targets) {
        this.fleet = fleet;
        this.store = store;
        this.targets = targets;
    }

    /**
     * @param adopt records the plan as the target; runs at most once, while no other plan becomes one
     * @throws RejectedInput codes resource-taken and unknown-host; nothing is recorded then
     */
    <T> T adopt(DeploymentPlan plan, Supplier<T> adopt) {
        Map<String, ObservedHost> reported = new TreeMap<>();
        Set<String> asked = new TreeSet<>();
        while (true) {
            Set<String> shared = new TreeSet<>();
            Optional<T> adopted = targets.changingTargets(() -> {
                SharedResources resources = shared(plan);
                shared.addAll(resources.hostIds());
                if (!asked.containsAll(shared)) {
                    return Optional.empty();
                }
                refuse(plan, resources.shortages(reported));
                return Optional.of(adopt.get());
            });
            if (adopted.isPresent()) {
                return adopted.get();
            }
            // Hosts are asked without the lock, because new targets and releases of machines wait for it. Each pass asks other hosts.
            shared.removeAll(asked);
            asked.addAll(shared);
            fleet.inspect(shared).hosts().forEach(host -> reported.put(host.hostId(), host));
        }
    }

    private SharedResources shared(DeploymentPlan plan) {
        Infrastructure infrastructure = fleet.infrastructure();
        Optional<DeploymentPlan> target = store.target(plan.application()).map(Target::plan);
        refuseUnknown(plan, target, infrastructure);
        return new SharedResources(plan, target, store.reservedByOthers(plan.application()), infrastructure);
    }

    /** The infrastructure may have changed since the plan was admitted. */
    private static void refuseUnknown(DeploymentPlan plan, Optional<DeploymentPlan> target, Infrastructure infrastructure) {
        Set<String> there = infrastructure.hosts().stream().map(host -> host.id()).collect(Collectors.toSet());
        plan.instances().stream().filter(placed -> !there.contains(placed.hostId()))
                .filter(placed -> target.flatMap(old -> old.instance(placed.instance())).map(InstancePlacement::hostId)
                        .filter(placed.hostId()::equals).isEmpty())
                .findFirst().ifPresent(placed -> {
                    throw DeploymentRefusal.unknownHost(plan, placed);
                });
    }

    private static void refuse(DeploymentPlan plan, List<Shortage> shortages) {
        if (!shortages.isEmpty()) {
            throw DeploymentRefusal.of(TAKEN, "Plan " + Digest.abbreviated(plan.digest()) + " of " + plan.application()
                    + " needs what other applications have reserved: " + shortages.stream().map(Shortage::toString)
                            .collect(Collectors.joining("; ")) + ".", "plan again and approve the new plan.");
        }
    }
}
