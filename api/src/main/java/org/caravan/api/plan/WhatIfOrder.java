package org.caravan.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "WhatIfRequest", description = "A what-if query. A supposition is a keyword and its subject: pin catalogue=ohio, "
        + "without simula.Telenor, rtt edge<->cloud=280ms, users x10, price cloud-large=18EUR, waive accounts-db.")
public record WhatIfOrder(
        @Schema(description = "Suppositions of all cases, including the optimum (default: none).",
                example = "[\"rtt edge<->cloud=280ms\"]") @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> always,
        @Schema(description = "Cases to compare with the optimum, at most 12 (default: none).")
                @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Case> cases,
        @Schema(description = "Further cases as text, one per line: 'NAME: SUPPOSITION; SUPPOSITION'. Suppositions of the case "
                + "always apply to all cases (default: none).",
                example = "cloud only: pin *=cloud") Optional<String> caseText,
        @Schema(description =
                "Assume that nothing runs yet: stateful components can be placed anywhere (default: false).") Optional<Boolean> afresh,
        @Schema(description = "Whether to draw a chart (default: false).") Optional<Boolean> chart) {

    /** Compares no cases: shows only the optimum. */
    public static final WhatIfOrder PLAIN =
            new WhatIfOrder(List.of(), List.of(), Optional.empty(), Optional.empty(), Optional.empty());

    public WhatIfOrder {
        always = always == null ? List.of() : List.copyOf(always);
        cases = cases == null ? List.of() : List.copyOf(cases);
    }

    @Schema(name = "WhatIfCase", description = "A case to compare with the optimum.")
    public record Case(
            @Schema(description = "Heading of the column; 1 to 24 characters.", example = "cloud only") String name,
            @Schema(description = "Suppositions of the case.", example = "[\"pin *=cloud\"]") List<String> suppositions) {

        public Case {
            suppositions = suppositions == null ? List.of() : List.copyOf(suppositions);
        }
    }
}
