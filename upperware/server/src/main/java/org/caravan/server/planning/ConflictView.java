package org.caravan.server.planning;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.caravan.plan.Conflict;

@Schema(name = "Conflict", description = "Requirements that cannot be kept together.")
record ConflictView(
        @Schema(description = "Each in words; empty where none was found.", example = "[\"require accounts-db at simula\"]") List<String> requirements,
        @Schema(description = "MINIMAL: proved, and without any one of them there is a placement. PROVED: maybe fewer would do. TRIED: by all choices of paths that were tried, not of all there are. UNKNOWN: nothing was proved.")
                Conflict.Certainty certainty,
        @Schema(description = "The same for a person, a line each.") List<String> lines) {

    static ConflictView of(Conflict conflict) {
        return new ConflictView(conflict.requirements(), conflict.certainty(), conflict.lines());
    }
}
