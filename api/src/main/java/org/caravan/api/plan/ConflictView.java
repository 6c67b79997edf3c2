package org.caravan.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(name = "Conflict", description = "Requirements that cannot be satisfied together.")
public record ConflictView(
        @Schema(description = "Requirements, human-readable; empty if none were found.", example = "[\"require accounts-db at simula\"]")
        List<String> requirements,
        @Schema(allowableValues = {"MINIMAL", "SEVERAL", "PROVED", "TRIED", "UNKNOWN"},
                description = "MINIMAL: proved; without any one of the requirements there is a placement. SEVERAL: proved, as are the "
                + "others; there is no placement until each conflict is resolved. PROVED: proved, but possibly not minimal, or removing "
                + "one requirement is not sufficient. TRIED: holds for all path choices that were searched, not for all possible ones. "
                + "UNKNOWN: nothing was proved.")
                String certainty,
        @Schema(description = "The same, human-readable, one requirement per line.") List<String> lines,
        @Schema(description = "Further conflicts, each as a list of requirements; absent if there are none.") @JsonInclude(
                JsonInclude.Include.NON_EMPTY) List<List<String>> others) {}
