package org.caravan.api.adaptation;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;
import java.util.Optional;

@Schema(name = "RehearsalRequest", description = "What is rehearsed: a recorded period, a given load, or both.")
public record RehearsalOrder(
        @Schema(description = "Begin of the recorded period: 7d, 12h or 30m before now, or ISO 8601; at most 14 days ago (default: "
                + "none, only the load).", example = "7d") Optional<String> from,
        @Schema(description = "Texts of a model of the application with other rules, by file name (default: today's rules).")
        Optional<Map<String, String>> rules,
        @Schema(description = "Load as lines TIME,SERIES,VALUE, at most 100,000 (default: what was recorded). TIME is an offset "
                + "from the "
                + "begin, 90s, 5m, 2h or 1d, or ISO 8601.", example = "0s,cpu of web,0.1\n10m,cpu of web,0.3\n1h,cpu of web,0")
        Optional<String> load,
        @Schema(description = "Whether to draw a chart (default: false).") Optional<Boolean> chart) {

    public RehearsalOrder {
        from = from == null ? Optional.empty() : from;
        rules = rules == null ? Optional.empty() : rules.map(Map::copyOf);
        load = load == null ? Optional.empty() : load;
        chart = chart == null ? Optional.empty() : chart;
    }
}
