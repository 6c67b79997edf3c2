package org.caravan.adapter.simulated;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyCommand;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopyUsage;
import org.caravan.adapter.ObservedCopy;
import org.caravan.unit.Bytes;

/** Behaviour of a running simulated copy: readiness by age, usage by seed, and a log that states that it is simulated. */
record SimulatedBehaviour(SimulatedScript script, SimulatedProvider provider) {

    Optional<String> whyNotReady(String hostId, CopyId id, Optional<SimulatedCopy> present, int port) {
        Optional<SimulatedCopy> copy = present.filter(SimulatedCopy::running);
        if (copy.isEmpty()) {
            String restarts = present.map(down -> down.restarts().seen()).filter(seen -> seen.lastExitCode().isPresent())
                    .map(seen -> (seen.down() == ObservedCopy.State.CRASH_LOOP ? "; crash loop: " : "; ") + seen.text()).orElse("");
            return Optional.of("the simulated copy " + id.label() + " does not run on " + hostId + restarts);
        }
        if (!copy.get().ports().contains(port)) {
            return Optional.of("nothing listens on port " + port + " (simulated)");
        }
        return ageOf(copy.get()).compareTo(readyAge(id)) >= 0
                ? Optional.empty() : Optional.of("port " + port + " does not answer yet (simulated)");
    }

    /** Invented values: between a third and two thirds of the copy's CPU share and memory limit, by seed. */
    CopyUsage usage(SimulatedCopy copy) {
        double load = 1 / 3.0 + varying(copy.id()) / 3;
        return new CopyUsage(Math.round(ageOf(copy).toMillis() * copy.cpu() / 1000.0 * load),
                new Bytes(Math.round(copy.memory() * load)));
    }

    List<String> log(SimulatedCopy copy) {
        return IntStream.rangeClosed(1, copy.starts())
                .mapToObj(start -> "simulated: start " + start + " of " + copy.id().label() + " on " + copy.hostId())
                .toList();
    }

    /** Runs nothing and reports that. */
    CopyCommand.Outcome exec(SimulatedCopy copy, CopyCommand command) {
        if (!copy.running()) {
            throw new AdapterFault(AdapterFault.Kind.FAILED,
                    "The copy (%s) does not run on the simulated host (%s).\nMaybe check why it exited: caravan status."
                    .formatted(copy.id().label(), copy.hostId()));
        }
        String said = "simulated: nothing ran; %s on %s would run %s\n"
                .formatted(copy.id().label(), copy.hostId(), String.join(" ", command.words()));
        byte[] bytes = said.getBytes(StandardCharsets.UTF_8);
        int most = (int) Math.min(bytes.length, command.most().value());
        return new CopyCommand.Outcome(0, new String(bytes, 0, most, StandardCharsets.UTF_8), "", most < bytes.length, false);
    }

    private Duration ageOf(SimulatedCopy copy) {
        return Duration.between(copy.startedAt(), provider.now());
    }

    private Duration readyAge(CopyId id) {
        return Duration.ofNanos(Math.round(script.readyAfter().toNanos() * (2 / 3.0 + varying(id) * 2 / 3)));
    }

    /** Between 0 and 1; constant for a copy and a seed. */
    private double varying(CopyId id) {
        return new Random(script.seed() * 31 + id.label().hashCode()).nextDouble();
    }
}
