package org.caravan.server.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.function.Predicate;
import org.caravan.server.infrastructure.HostUse.Placed;

@Schema(name = "NodeUse", description = "Resources of a host that the target plans of all applications reserve.")
record NodeUse(
        @Schema(description = "Processor reserved, in thousandths of a core.", example = "750") long cpu,
        @Schema(description = "Memory reserved, in bytes.") long memory,
        @Schema(description = "Disk reserved, in bytes.") long disk,
        @Schema(description = "Instances on the host, as application and instance, of applications that are visible to the caller, "
                + "sorted.", example = "[\"sock-shop frontend:1\"]")
                List<String> instances,
        @Schema(description = "Number of instances of other organisations on the host.") int others) {

    /** @param heard whether the caller may see the application of an instance */
    static NodeUse of(List<Placed> placed, Predicate<Placed> heard) {
        List<String> own = placed.stream().filter(heard).map(Placed::whole).toList();
        return new NodeUse(placed.stream().mapToLong(one -> one.cpu().value()).sum(), placed.stream().mapToLong(one -> one.memory().value())
                .sum(),
                placed.stream().mapToLong(one -> one.disk().value()).sum(), own, placed.size() - own.size());
    }
}
