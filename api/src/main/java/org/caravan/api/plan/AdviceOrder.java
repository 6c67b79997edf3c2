package org.caravan.api.plan;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

@Schema(name = "AdviceRequest", description = "What advice assumes and how much it computes.")
public record AdviceOrder(
        @Schema(description = "Assumed share of calls that a new cache answers, above 0 and at most 1 (default: 0.8).", example = "0.8")
        Optional<Double> cacheHits,
        @Schema(description = "Number of changes to return, 1 to 50 (default: 10).", example = "10") Optional<Integer> most,
        @Schema(description = "Number of changes of each sort (calls, read replicas) for which planning is repeated, 0 to 6 (default: 3).",
                example = "3") Optional<Integer> plannings) {

    public AdviceOrder {
        cacheHits = cacheHits == null ? Optional.empty() : cacheHits;
        most = most == null ? Optional.empty() : most;
        plannings = plannings == null ? Optional.empty() : plannings;
    }
}
