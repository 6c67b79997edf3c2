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
 * How the simulated provider behaves.
 *
 * @param seed of everything that varies from copy to copy
 * @param callDelay every call takes this long
 * @param readyAfter a copy becomes ready at this age, give or take a third by seed
 * @param capabilities what is declared; the rest is refused
 * @param stateFile where the copies outlive this process; empty to forget them
 * @param faults waiting to happen, first match first
 * @param missingImages names that are nowhere; every other image exists
 * @param callLimits what it says it bears; it never checks
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

    public SimulatedScript {
        capabilities = Set.copyOf(capabilities);
        faults = List.copyOf(faults);
        missingImages = Set.copyOf(missingImages);
    }

    /** Everything but filters works at once, and nothing is kept. */
    public static SimulatedScript prompt(long seed) {
        return new SimulatedScript(seed, Duration.ZERO, Duration.ZERO, EnumSet.complementOf(EnumSet.of(Capability.FILTER)),
                Optional.empty(), List.of(), Set.of(), CallLimits.SMALL_MACHINES);
    }

    /** About as slow as small machines are, kept in {@code stateFile}. */
    public static SimulatedScript lifelike(long seed, Path stateFile) {
        return new SimulatedScript(seed, Duration.ofMillis(30), Duration.ofMillis(900), EnumSet.complementOf(EnumSet.of(Capability.FILTER)),
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
