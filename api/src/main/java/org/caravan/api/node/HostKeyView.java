package org.caravan.api.node;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "HostKey", description = "A host key presented by a node. It does not prove the identity of the node.")
public record HostKeyView(
        @Schema(description = "Type of the key.", example = "ssh-ed25519") String type,
        @Schema(description = "Fingerprint, in the format of ssh-keygen -lf.", example = "SHA256:…") String fingerprint,
        @Schema(description = "PINNED: the key is pinned for this node. UNKNOWN: no key is pinned. OTHER: another key is pinned.")
        String knowledge) {}
