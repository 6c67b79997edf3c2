package org.caravan.api.service;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.api.problem.DiagnosticView;

@Schema(name = "CreatedService", description = "A service that was created or updated; its application waits for the "
        + "approval of a plan.")
public record CreatedService(
        @Schema(description = "Name of the service and of its application.", example = "shop") String name,
        @Schema(description = "Kind of the service.", example = "web") String kind,
        @Schema(description = "Name of its image.", example = "service/shop") String image,
        @Schema(description = "Whether the image did not exist before.") boolean imageIsNew,
        @Schema(description = "Image of the engine below the upload.", example = "caravan/services/web") String engine,
        @Schema(description = "Processor architectures of the image, sorted.", example = "[\"amd64\"]") List<String> architectures,
        @Schema(description = "Secrets that the model mounts.") List<Password> passwords,
        @Schema(description = "Text of the model; after an update, of the file that declares the image.") String model,
        @Schema(description = "Digest of the model's texts: 64 hexadecimal digits (SHA-256); in quotes, it is the entity tag.")
                String digest,
        @Schema(description = "Texts of the model before an update, by file name; empty if the service was created.")
                Map<String, String> before,
        @Schema(description = "Id of the planning that began for the model; absent if the network is not measured.")
                Optional<String> planning,
        @Schema(description = "Warnings about the upload, and `model-kept` if an updated model differs from a "
                + "generated one in more than its image.") List<DiagnosticView> warnings) {

    public CreatedService {
        before = before == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(before));
    }

    @Schema(name = "ServicePassword", description = "Secret with the password of a service.")
    public record Password(
            @Schema(description = "Name of the secret.", example = "carts-password") String secret,
            @Schema(description = "Whether it got a new random value; an existing secret stays, because it can be the password of kept "
                    + "data.") boolean isNew) {}
}
