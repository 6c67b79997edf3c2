package org.caravan.server.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.function.Predicate;
import org.caravan.server.infrastructure.HostUse.Placed;

@Schema(name = "NodeUse", description = "What of a host is spoken for by the target plans of all applications.")
record NodeUse(
        @Schema(description = "Reserved processor, in thousandths of a core.", example = "750") long cpu,
        @Schema(description = "Reserved memory, in bytes.") long memory,
        @Schema(description = "Reserved disk, in bytes.") long disk,
        @Schema(description = "Instances there, as application and instance, of applications that who asks hears of, sorted.", example = "[\"sock-shop frontend:1\"]")
                List<String> instances,
        @Schema(description = "Instances there of other organisations, which are only counted.") int others) {

    /** @param heard whether the caller may see the application of an instance */
    static NodeUse of(List<Placed> placed, Predicate<Placed> heard) {
        List<String> own = placed.stream().filter(heard).map(Placed::whole).toList();
        return new NodeUse(placed.stream().mapToLong(one -> one.cpu().value()).sum(), placed.stream().mapToLong(one -> one.memory().value()).sum(),
                placed.stream().mapToLong(one -> one.disk().value()).sum(), own, placed.size() - own.size());
    }
}
