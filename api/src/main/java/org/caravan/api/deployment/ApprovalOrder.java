package org.caravan.api.deployment;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

@Schema(name = "ApprovalRequest", description = "Consent of the approver.")
public record ApprovalOrder(
        @Schema(description = "Whether the plan may replace an application of this name that another submitter deployed (takesOver "
                + "of the plan); false or absent: the approval is rejected in that case.", example = "false")
                Optional<Boolean> takeOver) {

    public ApprovalOrder {
        takeOver = takeOver == null ? Optional.empty() : takeOver;
    }
}
