package org.caravan.adapter.simulated;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.CallLimits;
import org.caravan.adapter.Capability;

/**
 * Configured behaviour of the simulated adapter.
 *
 * @param seed seed of all variation between copies
 * @param callDelay duration of each call
 * @param readyAfter age at which a copy becomes ready, varied by up to a third by seed
 * @param capabilities declared capabilities; all others are refused
 * @param stateFile file in which copies survive this process; empty for none
 * @param faults pending faults; the first match applies
 * @param missingImages names of images that do not exist; every other image exists
 * @param callLimits declared limits; not enforced
 */
public record SimulatedScript(
        long seed,
        Duration callDelay,
        Duration readyAfter,
        Set<Capability> capabilities,
        Optional<Path> stateFile,
        List<SimulatedFault> faults,
        Set<String> missingImages,
        CallLimits callLimits) {

    /** Nothing is sent, so nothing is filtered; bandwidth is recorded. */
    private static final Set<Capability> OFFERED = EnumSet.complementOf(EnumSet.of(Capability.FILTER, Capability.CAPTURE));

    public SimulatedScript {
        capabilities = Set.copyOf(capabilities);
        faults = List.copyOf(faults);
        missingImages = Set.copyOf(missingImages);
    }

    /** All calls succeed immediately, without filters, and nothing is stored. */
    public static SimulatedScript prompt(long seed) {
        return new SimulatedScript(seed, Duration.ZERO, Duration.ZERO, OFFERED,
                Optional.empty(), List.of(), Set.of(), CallLimits.SMALL_MACHINES);
    }

    /** About as slow as small machines, stored in {@code stateFile}. */
    public static SimulatedScript lifelike(long seed, Path stateFile) {
        return new SimulatedScript(seed, Duration.ofMillis(30), Duration.ofMillis(900), OFFERED,
                Optional.of(stateFile), List.of(), Set.of(), CallLimits.SMALL_MACHINES);
    }

    public SimulatedScript withStateFile(Path file) {
        return new SimulatedScript(seed, callDelay, readyAfter, capabilities, Optional.of(file), faults, missingImages, callLimits);
    }

    public SimulatedScript withFaults(SimulatedFault... waiting) {
        return new SimulatedScript(seed, callDelay, readyAfter, capabilities, stateFile, List.of(waiting), missingImages, callLimits);
    }

    public SimulatedScript withCapabilities(Set<Capability> declared) {
        return new SimulatedScript(seed, callDelay, readyAfter, declared, stateFile, faults, missingImages, callLimits);
    }

    public SimulatedScript withReadyAfter(Duration age) {
        return new SimulatedScript(seed, callDelay, age, capabilities, stateFile, faults, missingImages, callLimits);
    }

    public SimulatedScript withCallDelay(Duration delay) {
        return new SimulatedScript(seed, delay, readyAfter, capabilities, stateFile, faults, missingImages, callLimits);
    }

    public SimulatedScript withCallLimits(CallLimits limits) {
        return new SimulatedScript(seed, callDelay, readyAfter, capabilities, stateFile, faults, missingImages, limits);
    }
}
