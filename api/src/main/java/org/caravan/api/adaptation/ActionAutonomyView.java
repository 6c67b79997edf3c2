package org.caravan.api.adaptation;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "ActionAutonomy", description = "Autonomy of the server for a kind of action.")
public record ActionAutonomyView(
        @Schema(description = "Kind of action: replace (copies that are lost), complete (a deployment whose hosts are "
                + "back), scale-out, scale-in, replan, restart, drain, reserve, notify or run (rules of the model), "
                + "keep-promise (moves away from worse paths), follow (moves to where the users are), or save (cheaper hosts).",
                example = "replace") String kind,
        @Schema(description = "automatic: the server acts. propose: a plan waits for approval. observe: the server records what it "
                + "would do.", example = "automatic") String autonomy,
        @Schema(description = "Autonomy where the owner has chosen none.", example = "automatic") String preset) {}
