package org.caravan.adapter.rented;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.AdapterFault.Kind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.ObservedMachine;

/** Cache of observed machines. Entries expire, but expired ones are used if the provider does not answer. */
final class MachineCache {

    private static final Duration NEWS = Duration.ofSeconds(15);

    private record Look(Map<MachineLabel, ObservedMachine> machines, long atNanos) {}

    private final MachineCloud cloud;
    private final Supplier<String> infrastructureName;
    private final Map<Region, Look> looks = new ConcurrentHashMap<>();

    MachineCache(MachineCloud cloud, Supplier<String> infrastructureName) {
        this.cloud = cloud;
        this.infrastructureName = infrastructureName;
    }

    MachineLabel label(Host host) {
        return new MachineLabel(infrastructureName.get(), host.id());
    }

    boolean ours(MachineLabel label) {
        return label.infrastructure().equals(infrastructureName.get());
    }

    /** Queries the provider now. Ignores machines of other infrastructures. */
    List<ObservedMachine> look(Region region) {
        List<ObservedMachine> found = cloud.observe(region).stream()
                .filter(machine -> ours(machine.label()))
                .sorted(Comparator.comparing(ObservedMachine::label))
                .toList();
        Map<MachineLabel, ObservedMachine> machines = new ConcurrentHashMap<>();
        found.forEach(machine -> machines.put(machine.label(), machine));
        looks.put(region, new Look(machines, System.nanoTime()));
        return found;
    }

    /** The host's machine, unless it is being deleted. */
    Optional<ObservedMachine> find(Host host) {
        Region region = host.rental().orElseThrow().region();
        Look last = looks.get(region);
        if (last == null || System.nanoTime() - last.atNanos() > NEWS.toNanos()) {
            lookIfPossible(region, last);
        }
        return Optional.ofNullable(looks.get(region).machines().get(label(host)))
                .filter(machine -> machine.state() != ObservedMachine.State.LEAVING);
    }

    /** @throws AdapterFault of kind UNREACHABLE if the host has no machine */
    ObservedMachine required(Host host) {
        return find(host).orElseThrow(() -> new AdapterFault(Kind.UNREACHABLE,
                "The host (%s) has no machine now: none is rented at provider (%s).\nMaybe it was released; deploy the plan again."
                        .formatted(host.id(), cloud.provider())));
    }

    ObservedMachine remember(Region region, ObservedMachine machine) {
        Look last = looks.computeIfAbsent(region, any -> new Look(new ConcurrentHashMap<>(), System.nanoTime() - NEWS.toNanos()));
        last.machines().put(machine.label(), machine);
        return machine;
    }

    void forget(Region region, MachineLabel label) {
        Optional.ofNullable(looks.get(region)).ifPresent(last -> last.machines().remove(label));
    }

    private void lookIfPossible(Region region, Look last) {
        try {
            look(region);
        } catch (AdapterFault fault) {
            if (last == null) {
                throw fault;
            }
        }
    }
}
