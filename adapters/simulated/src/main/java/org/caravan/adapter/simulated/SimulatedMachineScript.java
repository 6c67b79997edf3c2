package org.caravan.adapter.simulated;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.infrastructure.Subnet;
import org.caravan.machine.MachineCapability;
import org.caravan.machine.MachineOffer;

/**
 * Configured behaviour of a simulated machine provider.
 *
 * @param seed seed of all variation between machines
 * @param callDelay duration of each call
 * @param bootAfter age at which a machine runs, varied by up to a third by seed
 * @param capabilities declared capabilities; all others are refused
 * @param offers available offers in all regions
 * @param full names of offers without capacity
 * @param missingImages names of images that do not exist; every other image exists
 * @param networks by region, or by region and network as {@code RegionOne/mec}: prefixes of machine addresses; the first prefix of
 *     each IP version provides the machines' own addresses, from slot 20
 * @param quota maximum machines in a region, by credentials; no limit without an entry
 * @param refused credentials with a wrong password
 * @param known accepted credentials; empty for all
 * @param silent regions that do not answer
 * @param stateFile file in which machines survive this process; empty for none
 * @param faults pending faults; the first match applies
 */
public record SimulatedMachineScript(
        long seed,
        Duration callDelay,
        Duration bootAfter,
        Set<MachineCapability> capabilities,
        List<MachineOffer> offers,
        Set<String> full,
        Set<String> missingImages,
        Map<String, List<Subnet>> networks,
        Map<String, Integer> quota,
        Set<String> refused,
        Set<String> known,
        Set<String> silent,
        Optional<Path> stateFile,
        List<SimulatedFault> faults) {

    public SimulatedMachineScript {
        capabilities = Set.copyOf(capabilities);
        offers = offers.stream().sorted().toList();
        full = Set.copyOf(full);
        missingImages = Set.copyOf(missingImages);
        networks = Map.copyOf(new TreeMap<>(networks));
        quota = Map.copyOf(quota);
        refused = Set.copyOf(refused);
        known = Set.copyOf(known);
        silent = Set.copyOf(silent);
        faults = List.copyOf(faults);
    }

    /** All calls succeed immediately, and nothing is stored. */
    public static SimulatedMachineScript prompt(long seed, List<MachineOffer> offers, Map<String, List<Subnet>> networks) {
        return new SimulatedMachineScript(seed, Duration.ZERO, Duration.ZERO, EnumSet.allOf(MachineCapability.class), offers, Set.of(),
                Set.of(), networks, Map.of(), Set.of(), Set.of(), Set.of(), Optional.empty(), List.of());
    }

    /** About as slow as small clouds, stored in {@code file}. */
    public SimulatedMachineScript lifelike(Path file) {
        return new SimulatedMachineScript(seed, Duration.ofMillis(60), Duration.ofSeconds(3), capabilities, offers, full, missingImages,
                networks, quota, refused, known, silent, Optional.of(file), faults);
    }

    public SimulatedMachineScript withBootAfter(Duration age) {
        return new SimulatedMachineScript(seed, callDelay, age, capabilities, offers, full, missingImages, networks, quota, refused,
                known, silent, stateFile, faults);
    }

    public SimulatedMachineScript withStateFile(Path file) {
        return new SimulatedMachineScript(seed, callDelay, bootAfter, capabilities, offers, full, missingImages, networks, quota,
                refused, known, silent, Optional.of(file), faults);
    }

    public SimulatedMachineScript withFaults(SimulatedFault... waiting) {
        return new SimulatedMachineScript(seed, callDelay, bootAfter, capabilities, offers, full, missingImages, networks, quota,
                refused, known, silent, stateFile, List.of(waiting));
    }

    OptionalInt quotaOf(String credentials) {
        Integer limit = quota.get(credentials);
        return limit == null ? OptionalInt.empty() : OptionalInt.of(limit);
    }

    /** Empty if the region has no such network. */
    List<Subnet> network(String region, Optional<String> network) {
        List<Subnet> all = new ArrayList<>(networks.getOrDefault(network.map(name -> region + "/" + name).orElse(region), List.of()));
        all.removeIf(subnet -> subnet.networkAddress().contains(":") && !capabilities.contains(MachineCapability.IPV6));
        return all;
    }
}
