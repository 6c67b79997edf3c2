package org.caravan.api.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;

@Schema(name = "StartTime", description = "Time that copies of an image in one form take to start on a host: from the begin of their "
        + "creation until they are ready.")
public record StartTimeView(
        @Schema(description = "Id of the host.", example = "bergen-1") String hostId,
        @Schema(description = "Type of the host.", example = "pi4") String hostType,
        @Schema(allowableValues = {"container", "microvm", "vm"}, description = "Kind of the form.", example = "container") String form,
        @Schema(description = "Image.", example = "sock-shop/front-end") String image,
        @Schema(description = "Median of the newest starts behind the estimate, in ms.", example = "420") long medianMillis,
        @Schema(description = "90th percentile of these starts, in ms; the largest of fewer than 10.", example = "610") long slowMillis,
        @Schema(description = "Number of starts behind the estimate, 1 to 21.", example = "7") int starts,
        @Schema(description = "Starts behind the estimate: of this image on this host, of this image on hosts of its type, of this form on "
                + "this host, or of this form on hosts of its type.", example = "IMAGE_ON_HOST") Basis basis,
        @Schema(description = "Transfer of the image to the host, in ms: 0 if the host has received it before; absent if the size of the "
                + "image or the rate of the host is unknown.", example = "0") Optional<Long> transferMillis,
        @Schema(description = "Rate at which the host receives and unpacks images, in bytes per second; absent if none was transferred.",
                example = "1250000") Optional<Double> bytesPerSecond,
        @Schema(description = "When a copy of this image in this form last started on this host (ISO 8601, UTC); absent if none did.")
        Optional<Instant> newestAt,
        @Schema(description = "How long that start took, in ms; absent if none did.", example = "430") Optional<Long> newestMillis) {

    public enum Basis { IMAGE_ON_HOST, IMAGE_ON_HOST_TYPE, FORM_ON_HOST, FORM_ON_HOST_TYPE }
}
