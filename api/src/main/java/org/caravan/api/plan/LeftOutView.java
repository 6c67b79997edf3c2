package org.caravan.api.plan;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "LeftOut", description = "Parts that a plan leaves out because the whole application has no placement.")
public record LeftOutView(
        @Schema(description = "Components with replicas that are left out.") List<Part> parts,
        @Schema(description = "Requests that need a component that is left out.") List<Unserved> unserved,
        @Schema(description = "Whether it is proved that, by the priorities, no smaller set suffices.") boolean least,
        @Schema(description = "Reasons why the whole application has no placement, most frequent first.") List<String> because,
        @Schema(description = "Requirements that the whole application cannot satisfy together; absent if none were found.")
        Optional<ConflictView> conflict) {

    @Schema(name = "LeftOutPart", description = "Replicas of one component that are left out.")
    public record Part(
            @Schema(description = "Id of the component.", example = "ads") String componentId,
            @Schema(description = "Number of replicas that are left out.", example = "2") int copies,
            @Schema(description = "Number of replicas in the model.", example = "3") int of,
            @Schema(description = "Priority of the component; absent if only components that are left out need it.")
            Optional<Integer> priority,
            @Schema(description = "The same, human-readable.") String explanation) {}

    @Schema(name = "Unserved", description = "A request that needs a component that is left out.")
    public record Unserved(
            @Schema(description = "Id of the request.", example = "browse") String requestId,
            @Schema(description = "Id of the user group.", example = "oslo") String usersId,
            @Schema(description = "Rate of the user group, in requests/s.", example = "12") double perSecond,
            @Schema(description = "Missing components of the request.") List<String> components) {}
}
