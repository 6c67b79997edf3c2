package org.caravan.measure.schedule;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Current IP addresses of machines, as the machines report them: hosts by their inventory, vantages by inspection.
 *
 * @param byMachine address literals by host or vantage id; a machine that did not answer is absent
 */
public record MachineAddresses(SortedMap<String, List<String>> byMachine) {

    public MachineAddresses {
        SortedMap<String, List<String>> sorted = new TreeMap<>();
        byMachine.forEach((machineId, addresses) -> sorted.put(machineId, addresses.stream().sorted().toList()));
        byMachine = Collections.unmodifiableSortedMap(sorted);
    }

    public static MachineAddresses of(Map<String, List<String>> byMachine) {
        return new MachineAddresses(new TreeMap<>(byMachine));
    }

    /** Union of both; for a machine in both, the addresses of {@code other} are used. */
    public MachineAddresses and(MachineAddresses other) {
        SortedMap<String, List<String>> all = new TreeMap<>(byMachine);
        all.putAll(other.byMachine);
        return new MachineAddresses(all);
    }

    List<String> of(String machineId) {
        return byMachine.getOrDefault(machineId, List.of());
    }
}
