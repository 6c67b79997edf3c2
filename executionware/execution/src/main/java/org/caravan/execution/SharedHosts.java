package org.caravan.execution;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adapter.ObservedHost;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.journal.OutdatedPlan;
import org.caravan.infrastructure.HostType;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;

/**
 * Rejects a plan that was made before other applications reserved the same capacity or addresses. Plans of two applications may be made from
 * the same state, and each of them is valid alone.
 */
final class SharedHosts {

    private final HostRegistry fleet;

    /** @param cpu mCPU. @param memory bytes */
    record Resources(long cpu, long memory) {

        private static Resources of(InstancePlacement placed) {
            return new Resources(placed.spec().cpu().value(), placed.spec().memory().value());
        }

        private Resources plus(Resources more) {
            return new Resources(cpu + more.cpu, memory + more.memory);
        }

        private boolean exceeds(Resources capacity) {
            return cpu > capacity.cpu || memory > capacity.memory;
        }
    }

    SharedHosts(HostRegistry fleet) {
        this.fleet = fleet;
    }

    /**
     * Capacity that hosts report, for hosts that the plan fills beyond their type. Contacts these hosts, so it is called before the targets are
     * locked.
     */
    Map<String, Resources> reported(DeploymentPlan plan, Optional<DeploymentPlan> target, List<DeploymentPlan> others) {
        Set<String> full = new TreeSet<>();
        needed(plan, target, others).forEach((hostId, needs) -> {
            if (needs.exceeds(declared(hostId))) {
                full.add(hostId);
            }
        });
        return full.isEmpty() ? Map.of() : fleet.inspect(full).hosts().stream().collect(Collectors.toMap(ObservedHost::hostId,
                host -> new Resources(host.cpu().value(), host.memory().value())));
    }

    /**
     * Considers only hosts and addresses that the plan begins to use: what already runs stays valid.
     *
     * @param others targets of all other applications
     * @param reported as {@link #reported}; a host that exceeds its type and is missing is taken at its type
     * @throws OutdatedPlan if capacity or an address is taken
     */
    void check(DeploymentPlan plan, Optional<DeploymentPlan> target, List<DeploymentPlan> others, Map<String, Resources> reported) {
        Map<String, String> taken = others.stream().flatMap(other -> other.instances().stream()
                        .map(placed -> Map.entry(placed.siteId() + " " + placed.addressSlot(), other.application())))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, another) -> one));
        for (InstancePlacement placed : begun(plan, target)) {
            Optional.ofNullable(taken.get(placed.siteId() + " " + placed.addressSlot())).ifPresent(other -> {
                throw OutdatedPlan.overtaken(plan, "the address of " + placed.instance() + " is now used by " + other);
            });
        }
        needed(plan, target, others).forEach((hostId, needs) -> {
            if (needs.exceeds(declared(hostId)) && needs.exceeds(reported.getOrDefault(hostId, declared(hostId)))) {
                throw OutdatedPlan.overtaken(plan, "the capacity of " + hostId + " is now reserved by others");
            }
        });
    }

    /** Resources of all applications on hosts that the plan begins to use and that others use. */
    private static Map<String, Resources> needed(DeploymentPlan plan, Optional<DeploymentPlan> target, List<DeploymentPlan> others) {
        Set<String> begun = begun(plan, target).stream().map(InstancePlacement::hostId).collect(Collectors.toSet());
        Set<String> shared = others.stream().flatMap(other -> other.instances().stream()).map(InstancePlacement::hostId)
                .filter(begun::contains).collect(Collectors.toSet());
        Map<String, Resources> needed = new TreeMap<>();
        Stream.concat(others.stream(), Stream.of(plan)).flatMap(one -> one.instances().stream())
                .filter(placed -> shared.contains(placed.hostId()))
                .forEach(placed -> needed.merge(placed.hostId(), Resources.of(placed), Resources::plus));
        return needed;
    }

    private static List<InstancePlacement> begun(DeploymentPlan plan, Optional<DeploymentPlan> target) {
        Function<InstancePlacement, Optional<InstancePlacement>> before = placed -> target.flatMap(old -> old.instance(placed.instance()));
        return plan.instances().stream().filter(placed -> before.apply(placed).filter(old -> old.hostId().equals(placed.hostId())
                && old.addressSlot() == placed.addressSlot()).isEmpty()).toList();
    }

    private Resources declared(String hostId) {
        HostType type = fleet.infrastructure().hostTypeOf(hostId);
        return new Resources(type.cpu().value(), type.memory().value());
    }
}
