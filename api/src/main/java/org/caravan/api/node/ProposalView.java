package org.caravan.api.node;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "NodeProposal", description = "Preview of a node as a host of the infrastructure.")
public record ProposalView(
        @Schema(description = "Host key that the node presents.") HostKeyView hostKey,
        @Schema(description = "Change to the infrastructure's text; empty if the text already contains the host.") String diffText) {}
