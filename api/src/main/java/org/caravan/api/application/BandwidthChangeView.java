package org.caravan.api.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "BandwidthChange", description = "Answer to a request for other bandwidth.")
public record BandwidthChangeView(
        @Schema(description = "GRANTED: a deployment changes the running copy. PROPOSED: it fits only if copies move; the plan waits for "
                + "approval. REFUSED: it does not fit.", example = "GRANTED") Outcome outcome,
        @Schema(description = "The answer in one sentence.") String text,
        @Schema(description = "Id of the plan; absent if refused or if nothing changes.") Optional<String> planId,
        @Schema(description = "Id of the deployment; absent unless one has started.", example = "7") Optional<String> deploymentId,
        @Schema(description = "What the plan changes, human-readable; empty without a plan.") String diffText,
        @Schema(description = "Uplinks, paths and inbound access links that are too small where the copy runs now, sorted; "
                + "empty if granted.") List<ConflictView> conflicts,
        @Schema(description = "Why no other placement exists; empty unless refused.") List<String> reasons) {

    public enum Outcome { GRANTED, PROPOSED, REFUSED }

    @Schema(name = "BandwidthConflict", description = "The smallest set of minima that do not fit together on an uplink, on a path "
            + "or, inbound, on the access link of a caller.")
    public record ConflictView(
            @Schema(description = "What is too small: UPLINK, or PATH from a caller, or DOWNLINK, the access link of a caller.",
                    example = "UPLINK") Kind kind,
            @Schema(description = "The path, from the caller to the copy; absent unless kind is PATH.",
                    example = "oslo.Fast/ipv4 -> bergen.Fast/ipv4") Optional<String> path,
            @Schema(description = "Id of the site.", example = "bergen") String siteId,
            @Schema(description = "Id of the ISP of the access link.", example = "BKK") String ispId,
            @Schema(description = "Declared capacity of the access link, or measured throughput of the path, in bit/s; 0 if an uplink is "
                    + "not declared: then no minimum can be kept.",
                    example = "100000000") long capacityBitsPerSecond,
            @Schema(description = "Minimum that was asked for, in bit/s.", example = "20000000") long askedBitsPerSecond,
            @Schema(description = "Largest minimum that fits, in bit/s.", example = "5000000") long freeBitsPerSecond,
            @Schema(description = "Minima of other copies, largest first.") List<ReservedView> others,
            @Schema(description = "The sum, human-readable.") String arithmetic) {

        public enum Kind { UPLINK, PATH, DOWNLINK }
    }

    @Schema(name = "ReservedBandwidth", description = "A minimum that a copy has.")
    public record ReservedView(
            @Schema(description = "Id of the application; absent if it belongs to another organisation.") Optional<String> application,
            @Schema(description = "Component and number; absent if it belongs to another organisation.") Optional<String> instance,
            @Schema(description = "Minimum, in bit/s.", example = "60000000") long minBitsPerSecond) {}
}
