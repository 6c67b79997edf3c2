package org.caravan.api.deployment;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(name = "OrphanRemoval", description = "Orphans to remove.")
public record OrphanRemovalOrder(
        @Schema(description = "Copies, each by host and label.") List<Name> orphans,
        @Schema(description = "Machines, each by its id at the provider.", example = "[\"i-0abcd1234\"]") List<String> machines) {

    public OrphanRemovalOrder {
        orphans = orphans == null ? List.of() : List.copyOf(orphans);
        machines = machines == null ? List.of() : List.copyOf(machines);
    }

    @Schema(name = "OrphanName", description = "An orphaned copy, by host and label.")
    public record Name(
            @Schema(description = "Id of the host.", example = "pi-bergen-1") String hostId,
            @Schema(description = "Label of the copy.", example = "old-shop.frontend.1.3") String label) {}
}
