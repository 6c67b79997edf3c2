package org.caravan.api.network;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

@Schema(name = "ProbeWish", description = "Scope of a probe run.")
public record ProbeOrder(
        @Schema(description = "idle: round-trip times only; trains: also a packet train on each path, which estimates its throughput (on "
                + "more than 402 paths: to and from each access point); quick: one flow to and from each access point; standard: also "
                + "more flows if the peer was the bottleneck; full: also one flow on every path.", example = "standard",
                allowableValues = {"idle", "trains", "quick", "standard", "full"})
                Optional<String> scope,
        @Schema(description = "Number of repetitions, 1 to 100 (default: 1).", example = "1") Optional<Integer> repetitions,
        @Schema(description = "Budget of each access link in 24 hours, in bytes, instead of a scope: measures idle and sends the "
                + "flows that fit into the budget.",
                        example = "50000000")
                Optional<Long> budgetBytes,
        @Schema(description = "Selected paths and their flows; requires scope full or idle.") Optional<ProbeFlows> flows) {}
