package org.caravan.server.whatif;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import org.caravan.api.plan.WhatIfView;
import org.caravan.server.rest.ErrorResponses;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/applications/{name}")
@Tag(name = "plans")
class WhatIfController {

    private final WhatIfs whatIfs;

    WhatIfController(WhatIfs whatIfs) {
        this.whatIfs = whatIfs;
    }

    @Schema(name = "WhatIfRequest", description = "A what-if query. A supposition is a keyword and its subject: pin catalogue=ohio, "
            + "without simula.Telenor, rtt edge<->cloud=280ms, users x10, price cloud-large=18EUR, waive accounts-db.")
    record Body(
            @Schema(description = "Suppositions of all cases, including the optimum (default: none).",
                    example = "[\"rtt edge<->cloud=280ms\"]") List<String> always,
            @Schema(description = "Cases to compare with the optimum, at most 12 (default: none).") List<CaseBody> cases,
            @Schema(description = "Further cases as text, one per line: 'NAME: SUPPOSITION; SUPPOSITION'. Suppositions of the case "
                    + "always apply to all cases (default: none).",
                    example = "cloud only: pin *=cloud") Optional<String> caseText,
            @Schema(description =
                    "Assume that nothing runs yet: stateful components can be placed anywhere (default: false).") Optional<Boolean> afresh,
            @Schema(description = "Whether to draw a chart (default: false).") Optional<Boolean> chart) {

        Body {
            always = always == null ? List.of() : List.copyOf(always);
            cases = cases == null ? List.of() : List.copyOf(cases);
        }
    }

    @Schema(name = "WhatIfCase", description = "A case to compare with the optimum.")
    record CaseBody(
            @Schema(description = "Heading of the column; 1 to 24 characters.", example = "cloud only") String name,
            @Schema(description = "Suppositions of the case.", example = "[\"pin *=cloud\"]") List<String> suppositions) {

        CaseBody {
            suppositions = suppositions == null ? List.of() : List.copyOf(suppositions);
        }
    }

    @PostMapping("/what-if")
    @ErrorResponses(value = {"409 no-infrastructure", "422 too-many-cases", "422 unfit-case-name"}, hosts = true)
    @Operation(operationId = "whatIf", summary = "Compare what-if cases",
            description = "Plans each case and the optimum with the latest model, the current offers of hosts and the measurements, and "
                    + "compares latency, cost and power. Changes nothing and stores nothing.")
    WhatIfView ask(
            @Parameter(description = "Name of the application.", example = "sock-shop") @PathVariable("name") String name,
            @RequestBody(required = false) Body body) {
        return whatIfs.answer(name, body == null ? new Body(List.of(), List.of(), Optional.empty(), Optional.empty(), Optional.empty())
                : body);
    }
}
