package org.caravan.server.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Measured capability of a host; stored and shown in the same form. */
@Schema(name = "Capability", description = "What a host can do, as measured. Figures of hosts compare, whatever their processors call a core.")
record HostCapability(
        @Schema(description = "Of this host, from 1; the next measurement has the next.", example = "1") int version,
        @Schema(description = "When the measurement ended.") Instant measuredAt,
        @Schema(description = "What was measured: of cpu, memory, disk, network-out and network-in those that could be.") List<Figure> figures,
        @Schema(description = "Host to which the network was measured; absent where it was not.", example = "pi-bergen-2") Optional<String> peerId,
        @Schema(description = "Electrical power as the operator measured it; absent where nobody did.") Optional<Watts> watts) {

    HostCapability {
        figures = List.copyOf(figures);
    }

    @Schema(name = "CapabilityFigure", description = "One measured quantity.")
    record Figure(
            @Schema(description = "cpu: primes by all cores; memory: copying; disk: random reads and writes past the cache; network-out, network-in: one TCP flow.",
                            example = "disk")
                    String what,
            @Schema(description = "events/s, MiB/s or Mbit/s.", example = "MiB/s") String unit,
            @Schema(description = "Arithmetic mean of all repetitions, in the unit.", example = "2.53") double mean,
            @Schema(description = "Half the width of the 95 % confidence interval of the mean, in the unit.", example = "0.04") double halfWidth95,
            @Schema(description = "Repetitions behind it.", example = "5") int times) {}

    @Schema(name = "Watts", description = "Electrical power, in watts.")
    record Watts(
            @Schema(description = "While idle.", example = "2") double idle,
            @Schema(description = "With all cores busy; not below idle.", example = "4.4") double load) {}
}
