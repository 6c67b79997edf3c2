package org.caravan.api.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Measured capability of a host; stored and shown in the same form. */
@Schema(name = "Capability", description = "Measured capability of a host. Figures are comparable between hosts, independent of the "
        + "processor model.")
public record HostCapability(
        @Schema(description = "Version of the measurement of this host, from 1; increases by one with each measurement.", example = "1")
        int version,
        @Schema(description = "Time at which the measurement ended.") Instant measuredAt,
        @Schema(description = "Measured quantities: those of cpu, memory, disk, network-out and network-in that could be measured.")
        List<Figure> figures,
        @Schema(description = "Host to which the network was measured; absent if the network was not measured.", example = "pi-bergen-2")
        Optional<String> peerId,
        @Schema(description = "Electrical power as measured by the operator; absent if not given.") Optional<Watts> watts,
        @Schema(description = "Threads of the measurement of cpu, one per processor of the machine; absent in records of earlier versions.",
                example = "4") Optional<Integer> threads) {

    public HostCapability {
        figures = List.copyOf(figures);
        threads = threads == null ? Optional.empty() : threads;
    }

    @Schema(name = "CapabilityFigure", description = "One measured quantity.")
    public record Figure(
            @Schema(description = "cpu: prime search on all cores; memory: copying; disk: random reads and writes that bypass the "
                    + "cache; network-out, network-in: one TCP flow.",
                            example = "disk")
                    String what,
            @Schema(description = "Unit: events/s, MiB/s or Mbit/s.", example = "MiB/s") String unit,
            @Schema(description = "Arithmetic mean of all repetitions, in the given unit.", example = "2.53") double mean,
            @Schema(description = "Half-width of the 95 % confidence interval of the mean, in the given unit.", example = "0.04")
            double halfWidth95,
            @Schema(description = "Number of repetitions.", example = "5") int times) {}

    @Schema(name = "Watts", description = "Electrical power, in watts.")
    public record Watts(
            @Schema(description = "Power when idle, in W.", example = "2") double idle,
            @Schema(description = "Power with all cores busy, in W; not below idle.", example = "4.4") double load) {}
}
