package org.caravan.api.plan;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "Remark", description = "A warning for the approver of a plan.")
public record RemarkView(
        @Schema(allowableValues = {"error", "warning", "advice"},
                description = "ERROR: the plan misses an SLO. WARNING: it is close to a limit or based on uncertain measurements. "
                + "ADVICE: the plan can be improved.") String severity,
        @Schema(description = "Stable name of the rule.", example = "promise-close") String code,
        @Schema(description = "Problem.") String message,
        @Schema(description = "Suggested remedy.") String suggestion,
        @Schema(description = "The same, human-readable.") String text) {}
