package org.caravan.api.deployment;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(name = "Orphans", description = "Orphaned copies and machines.")
public record OrphansView(
        @Schema(description = "Orphaned copies, sorted by label.") List<OrphanView> orphans,
        @Schema(description = "Orphaned machines.") List<OrphanMachineView> machines,
        @Schema(description = "Hosts that could not be observed, with the reason.") List<String> unobserved) {}
