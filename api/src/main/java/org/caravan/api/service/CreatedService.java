package org.caravan.api.service;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;
import org.caravan.api.problem.DiagnosticView;

@Schema(name = "CreatedService", description = "A service that was created; its application waits for the approval of a plan.")
public record CreatedService(
        @Schema(description = "Name of the service and of its application.", example = "shop") String name,
        @Schema(description = "Kind of the service.", example = "web") String kind,
        @Schema(description = "Name of its image.", example = "service/shop") String image,
        @Schema(description = "Whether the image did not exist before.") boolean imageIsNew,
        @Schema(description = "Image of the engine below the upload.", example = "caravan/services/web") String engine,
        @Schema(description = "Processor architectures of the image, sorted.", example = "[\"amd64\"]") List<String> architectures,
        @Schema(description = "Secrets that the model mounts.") List<Password> passwords,
        @Schema(description = "Text of the model.") String model,
        @Schema(description = "Id of the planning that began for the model; absent if the network is not measured.")
                Optional<String> planning,
        @Schema(description = "Warnings about the upload.") List<DiagnosticView> warnings) {

    @Schema(name = "ServicePassword", description = "Secret with the password of a service.")
    public record Password(
            @Schema(description = "Name of the secret.", example = "carts-password") String secret,
            @Schema(description = "Whether it got a new random value; an existing secret stays, because it can be the password of kept "
                    + "data.") boolean isNew) {}
}
