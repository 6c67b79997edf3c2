package org.caravan.server.planning;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.caravan.plan.lint.Remark;

@Schema(name = "Remark", description = "A warning for the approver of a plan.")
record RemarkView(
        @Schema(description = "ERROR: the plan misses an SLO. WARNING: it is close to a limit or based on uncertain measurements. "
                + "ADVICE: the plan can be improved.") Remark.Severity severity,
        @Schema(description = "Stable name of the rule.", example = "promise-close") String code,
        @Schema(description = "Problem.") String message,
        @Schema(description = "Suggested remedy.") String suggestion,
        @Schema(description = "The same, human-readable.") String text) {

    static List<RemarkView> of(List<Remark> remarks) {
        return remarks.stream()
                .map(remark -> new RemarkView(remark.severity(), remark.code(), remark.message(), remark.suggestion(), remark.text()))
                .toList();
    }
}
