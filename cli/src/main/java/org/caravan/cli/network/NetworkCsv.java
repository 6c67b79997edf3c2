package org.caravan.cli.network;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Network paths and their figures as rows of CSV; an unknown figure is seven empty fields. The last columns are the 99th percentile of the
 * round-trip time and its number of samples.
 */
public final class NetworkCsv {

    private static final List<String> QUANTITIES = List.of("idleRtt", "loadedRtt", "throughput", "jitter");
    private static final List<String> FIELDS = List.of("mean", "halfWidth95", "median", "p95", "samples", "newest", "origin");

    private static final List<String> LAST = List.of("p99", "p99Samples");

    static final String HEADER = "from,to,loss," + Stream.concat(
                    QUANTITIES.stream().flatMap(quantity -> FIELDS.stream().map(field -> quantity + "_" + field)),
                    LAST.stream().map(field -> "idleRtt_" + field))
            .collect(Collectors.joining(","));

    private NetworkCsv() {}

    public static String row(JsonNode path) {
        return Stream.of(
                        Stream.of("from", "to", "loss").map(path::path),
                        QUANTITIES.stream().flatMap(quantity -> FIELDS.stream().map(field -> path.path(quantity).path(field))),
                        LAST.stream().map(field -> path.path("idleRtt").path(field)))
                .flatMap(fields -> fields)
                .map(NetworkCsv::field)
                .collect(Collectors.joining(","));
    }

    /** Quotes fields if necessary; current names of sites and ISPs have no commas or quotes. */
    private static String field(JsonNode value) {
        String text = value.isValueNode() && !value.isNull() ? value.asString() : "";
        return text.matches("[^\",\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
