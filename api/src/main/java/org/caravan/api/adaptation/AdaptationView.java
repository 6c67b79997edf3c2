package org.caravan.api.adaptation;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "Adaptation", description = "How far the server changes an application by itself.")
public record AdaptationView(
        @Schema(description = "Autonomy per kind of action.") List<ActionAutonomyView> actions,
        @Schema(description = "Freeze of the application; absent if it is not frozen.") Optional<FreezeView> freeze) {}
