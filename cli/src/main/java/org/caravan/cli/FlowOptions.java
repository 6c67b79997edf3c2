package org.caravan.cli;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** Which paths are measured, and with what flows. */
final class FlowOptions {

    @Option(names = "--path", paramLabel = "\"FROM -> TO\"", description = "Only this path, as \"bergen.BKK/ipv6 -> simula.Uninett/ipv6\"; may be repeated."
            + " Means --scope full; idle, too, can be said.")
    private List<String> paths = List.of();

    @Option(names = "--seconds", paramLabel = "S", description = "Length of a flow, 2 to 600. Default 4.")
    private Integer seconds;

    @Option(names = "--at-once", paramLabel = "N", description = "Flows that may be sent at the same time where they share no line. Default 3.")
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
