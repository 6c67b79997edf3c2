package org.caravan.cli;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Paths and all their figures as rows of CSV; a figure that is not known is seven empty fields. Last comes the p99 of the round-trip time with its samples. */
final class NetworkCsv {

    private static final List<String> QUANTITIES = List.of("idleRtt", "loadedRtt", "throughput", "jitter");
    private static final List<String> FIELDS = List.of("mean", "halfWidth95", "median", "p95", "samples", "newest", "origin");

    private static final List<String> LAST = List.of("p99", "p99Samples");

    static final String HEADER = "from,to,loss," + Stream.concat(
                    QUANTITIES.stream().flatMap(quantity -> FIELDS.stream().map(field -> quantity + "_" + field)),
                    LAST.stream().map(field -> "idleRtt_" + field))
            .collect(Collectors.joining(","));

    private NetworkCsv() {}

    static String row(JsonNode path) {
        return Stream.of(
                        Stream.of("from", "to", "loss").map(path::path),
                        QUANTITIES.stream().flatMap(quantity -> FIELDS.stream().map(field -> path.path(quantity).path(field))),
                        LAST.stream().map(field -> path.path("idleRtt").path(field)))
                .flatMap(fields -> fields)
                .map(NetworkCsv::field)
                .collect(Collectors.joining(","));
    }

    /** Names of sites and ISPs have neither commas nor quotes, but who knows of tomorrow's. */
    private static String field(JsonNode value) {
        String text = value.isValueNode() && !value.isNull() ? value.asString() : "";
        return text.matches("[^\",\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
