package org.caravan.plan.rollback;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.InstanceId;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.FreeSlots;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.LinkPlacement;

/**
 * Rollback planner: creates a plan that restores an earlier one. Like any other plan it succeeds the target, because generations never
 * decrease. So copies of the abandoned plan cannot be confused with copies of the restored plan.
 */
public final class RollbackPlanner {

    private final DeploymentPlan earlier;
    private final DeploymentPlan current;
    private final RollbackInput ground;
    private final FreeSlots slots;
    private final List<Diagnostic> obstacles = new ArrayList<>();
    /** By instance: its address in the earlier plan, mapped to its new address. */
    private final Map<InstanceId, Map<String, String>> addresses = new HashMap<>();

    private RollbackPlanner(DeploymentPlan earlier, DeploymentPlan current, RollbackInput ground) {
        this.earlier = earlier;
        this.current = current;
        this.ground = ground;
        this.slots = new FreeSlots(current, ground.others());
    }

    /**
     * @param current the target
     * @throws RejectedInput codes stateful-moves and stateful-renewed if data would be lost; unknown-host and no-address-left if an
     * instance cannot be placed
     */
    public static DeploymentPlan of(DeploymentPlan earlier, DeploymentPlan current, RollbackInput ground) {
        return new RollbackPlanner(earlier, current, ground).plan();
    }

    private DeploymentPlan plan() {
        Map<InstanceId, InstancePlacement> placements = new TreeMap<>();
        earlier.instances().forEach(wanted -> kept(wanted).ifPresent(kept -> {
            slots.take(kept);
            placements.put(kept.instance(), kept);
        }));
        earlier.instances().stream().filter(wanted -> !placements.containsKey(wanted.instance()))
                .forEach(wanted -> placements.put(wanted.instance(), renewed(wanted)));
        if (!obstacles.isEmpty()) {
            throw new RejectedInput(obstacles);
        }
        earlier.instances().forEach(wanted -> noteAddresses(wanted, placements.get(wanted.instance())));
        return new DeploymentPlan(earlier.application(), earlier.applicationVersion(), Optional.of(current.digest()),
                current.generation() + 1, List.copyOf(placements.values()),
                earlier.links().stream().map(this::link).toList(), earlier.entries().stream().map(this::entry).toList(),
                        earlier.bandwidth());
    }

    /** Placement that needs no new copy: it is unchanged in the target, or its copy still runs. */
    private Optional<InstancePlacement> kept(InstancePlacement wanted) {
        Optional<InstancePlacement> now = current.instance(wanted.instance());
        if (now.filter(placed -> sameCopy(placed, wanted)).isPresent()) {
            return now.map(placed -> placed.withBandwidth(wanted.spec().bandwidth()));
        }
        return ground.runs(wanted, earlier.application()) ? Optional.of(wanted) : Optional.empty();
    }

    private static boolean sameCopy(InstancePlacement one, InstancePlacement other) {
        return one.hostId().equals(other.hostId()) && one.spec().equals(other.spec().withBandwidth(one.spec().bandwidth()));
    }

    private InstancePlacement renewed(InstancePlacement wanted) {
        refuseLoss(wanted);
        if (!ground.has(wanted.hostId())) {
            obstacles.add(Diagnostic.error("unknown-host", "Generation " + earlier.generation() + " of " + earlier.application()
                    + " has " + wanted.instance() + " on " + wanted.hostId() + ", which is not in the infrastructure any more.",
                    "plan again instead: caravan deploy."));
            return wanted;
        }
        OptionalInt slot = slots.next(wanted);
        if (slot.isEmpty()) {
            obstacles.add(Diagnostic.error("no-address-left", "Generation " + earlier.generation() + " of " + earlier.application()
                    + " has " + wanted.instance()
                    + " at site " + wanted.siteId() + ", which has no address left: copies that go are there until the others run.",
                    "destroy something there, or plan again instead: caravan deploy."));
            return wanted;
        }
        return ground.readdressed(wanted, current.generation() + 1, slot.getAsInt());
    }

    private void refuseLoss(InstancePlacement wanted) {
        Optional<InstancePlacement> now = current.instance(wanted.instance());
        if (now.isEmpty() || !ground.stateful(wanted.instance())) {
            return;
        }
        boolean moves = !now.get().hostId().equals(wanted.hostId());
        String what = moves
                ? "would move " + wanted.instance() + ", which keeps data on " + now.get().hostId() + ", to " + wanted.hostId()
                : "would recreate " + wanted.instance() + " on " + wanted.hostId() + ", where it keeps data";
        obstacles.add(Diagnostic.error(moves ? "stateful-moves" : "stateful-renewed",
                "Going back to generation " + earlier.generation() + " of " + earlier.application() + " " + what + ".",
                "deploy a model that says what you want and leaves it as it is."));
    }

    private void noteAddresses(InstancePlacement before, InstancePlacement after) {
        Map<String, String> changed = new HashMap<>();
        for (CopyAddress old : before.spec().addresses()) {
            after.spec().addresses().stream().filter(now -> now.at().equals(old.at())).findFirst()
                    .ifPresent(now -> changed.put(old.address(), now.address()));
        }
        addresses.put(before.instance(), changed);
    }

    private String now(InstanceId instance, String address) {
        return addresses.getOrDefault(instance, Map.of()).getOrDefault(address, address);
    }

    private LinkPlacement link(LinkPlacement link) {
        return new LinkPlacement(link.from(), link.to(), link.endpointName(), link.port(), link.path(),
                now(link.from(), link.sourceAddress()), now(link.to(), link.targetAddress()));
    }

    private EntryPlacement entry(EntryPlacement entry) {
        return new EntryPlacement(entry.usersId(), entry.to(), entry.endpointName(), entry.port(), entry.path(),
                now(entry.to(), entry.targetAddress()));
    }
}
