package org.caravan.api.network;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "FlowsWished", description = "Paths and flows of a probe run, if the server does not select them.")
public record ProbeFlows(
        @Schema(description = "Only these paths; empty: all paths of the scope.", example = "[\"bergen.BKK/ipv6 -> simula.Uninett/ipv6\"]")
                List<String> paths,
        @Schema(description = "Duration of a flow, 2 to 600 s (default: 4).", example = "10") Optional<Integer> flowSeconds,
        @Schema(description = "Number of concurrent flows, which share neither a line nor a machine, 1 to 100 (default: 3).", example = "1")
                Optional<Integer> flowsAtOnce) {

    /** The server selects paths and flows. */
    public static final ProbeFlows ANY = new ProbeFlows(List.of(), Optional.empty(), Optional.empty());

    public ProbeFlows {
        paths = paths == null ? List.of() : List.copyOf(paths);
    }
}
