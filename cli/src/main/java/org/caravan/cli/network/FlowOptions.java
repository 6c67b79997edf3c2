package org.caravan.cli.network;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

    Map<String, Object> body() {
        Map<String, Object> body = new TreeMap<>();
        if (!paths.isEmpty()) {
            body.put("paths", paths);
        }
        if (seconds != null) {
            body.put("flowSeconds", seconds);
        }
        if (atOnce != null) {
            body.put("flowsAtOnce", atOnce);
        }
        return body;
    }
}
