package org.caravan.server.planning;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.caravan.plan.Conflict;

@Schema(name = "Conflict", description = "Requirements that cannot be kept together.")
record ConflictView(
        @Schema(description = "Each in words; empty where none was found.", example = "[\"require accounts-db at simula\"]") List<String> requirements,
        @Schema(description = "MINIMAL: proved, and without any one of them there is a placement. SEVERAL: proved, and so are the others: there is no placement until each is resolved. PROVED: maybe fewer would do, or giving one up is not enough. TRIED: by all choices of paths that were tried, not of all there are. UNKNOWN: nothing was proved.")
                Conflict.Certainty certainty,
        @Schema(description = "The same for a person, a line each.") List<String> lines,
        @Schema(description = "Further conflicts, each as requirements. Absent where there are none.") @JsonInclude(
                JsonInclude.Include.NON_EMPTY) List<List<String>> others) {

    static ConflictView of(Conflict conflict) {
        return new ConflictView(conflict.requirements(), conflict.certainty(), conflict.lines(), conflict.others());
    }
}
