package org.caravan.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "PlanRequest", description = "Options of planning.")
public record PlanningOrder(
        @Schema(description = "Ids of hosts to exclude, as if they were drained (default: none).", example = "[\"pi-bergen-1\"]")
                @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> without,
        @Schema(description = "Time limit for an exact solver (CP-SAT), in s, if the server has one; it proves a bound on the "
                + "quality of the plan (default: no proof). A better plan of the solver replaces the plan.",
                example = "60", minimum = "1", maximum = "1800")
                Optional<Integer> proveSeconds) {

    public PlanningOrder {
        without = without == null ? List.of() : List.copyOf(without);
        proveSeconds = proveSeconds == null ? Optional.empty() : proveSeconds;
    }
}
