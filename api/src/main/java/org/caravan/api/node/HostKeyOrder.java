package org.caravan.api.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

@Schema(name = "HostKeyPinning", description = "A host key that a person has compared with the key of the node.")
public record HostKeyOrder(
        @Schema(description = "Location of the node; absent if the infrastructure contains the host.") Optional<NodePlace> place,
        @Schema(description = "Fingerprint, in the format of ssh-keygen -lf.", example = "SHA256:…") String fingerprint) {}
