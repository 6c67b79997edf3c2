package org.caravan.cli.network;

import java.util.List;
import java.util.Optional;
import org.caravan.api.network.ProbeFlows;
import picocli.CommandLine.Option;

/** Options that select the paths to measure and their flows. */
final class FlowOptions {

    @Option(names = "--path", paramLabel = "\"FROM -> TO\"",
            description = "Measure this path only, as \"bergen.BKK/ipv6 -> simula.Uninett/ipv6\"; may be repeated."
            + " Implies --scope full unless --scope idle is given.")
    private List<String> paths = List.of();

    @Option(names = "--seconds", paramLabel = "S", description = "Duration of a flow in seconds, 2 to 600 (default: 4).")
    private Integer seconds;

    @Option(names = "--at-once", paramLabel = "N",
            description = "Maximum number of concurrent flows; flows that share an access link never run concurrently (default: 3).")
    private Integer atOnce;

    boolean choosesPaths() {
        return !paths.isEmpty();
    }

    /** Paths and flows of the request; empty if the server selects all of them. */
    Optional<ProbeFlows> chosen() {
        ProbeFlows flows = new ProbeFlows(paths, Optional.ofNullable(seconds), Optional.ofNullable(atOnce));
        return flows.equals(ProbeFlows.ANY) ? Optional.empty() : Optional.of(flows);
    }
}
