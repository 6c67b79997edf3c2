package org.caravan.server.planning;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.caravan.plan.lint.Remark;

@Schema(name = "Remark", description = "One thing that somebody who approves a plan should know.")
record RemarkView(
        @Schema(description = "ERROR: a promise is missed. WARNING: soon maybe, or hardly known. ADVICE: it could be better.") Remark.Severity severity,
        @Schema(description = "Stable name of the rule.", example = "promise-close") String code,
        @Schema(description = "What is so.") String message,
        @Schema(description = "A way out.") String suggestion,
        @Schema(description = "The same for a person.") String text) {

    static List<RemarkView> of(List<Remark> remarks) {
        return remarks.stream()
                .map(remark -> new RemarkView(remark.severity(), remark.code(), remark.message(), remark.suggestion(), remark.text()))
                .toList();
    }
}
