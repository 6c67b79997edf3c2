package org.caravan.server.planning;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;
import org.caravan.plan.LeftOut;

@Schema(name = "LeftOut", description = "What a plan does without, because the whole application has no placement.")
record LeftOutView(
        @Schema(description = "Components of which copies are left out.") List<Part> parts,
        @Schema(description = "Requests that cross what is left out.") List<Unserved> unserved,
        @Schema(description = "Whether it is proved that less would not do, by the priorities.") boolean least,
        @Schema(description = "Why the whole application has no placement, most frequent first.") List<String> because,
        @Schema(description = "Requirements that the whole application cannot keep together; absent where none were found.") Optional<ConflictView> conflict) {

    @Schema(name = "LeftOutPart", description = "Copies of one component that are left out.")
    record Part(
            @Schema(description = "Id of the component.", example = "ads") String componentId,
            @Schema(description = "How many copies are left out.", example = "2") int copies,
            @Schema(description = "How many there are to be.", example = "3") int of,
            @Schema(description = "Its priority; absent where it goes because only what is left out needs it.") Optional<Integer> priority,
            @Schema(description = "The same in words.") String explanation) {}

    @Schema(name = "Unserved", description = "A request that crosses what is left out.")
    record Unserved(
            @Schema(description = "Id of the request.", example = "browse") String requestId,
            @Schema(description = "Id of the group of users.", example = "oslo") String usersId,
            @Schema(description = "How many of them these users send in a second.", example = "12") double perSecond,
            @Schema(description = "Components that it crosses in vain.") List<String> components) {}

    static LeftOutView of(LeftOut left) {
        return new LeftOutView(
                left.parts().stream()
                        .map(part -> new Part(part.componentId(), part.copies(), part.of(), part.priority(), part.toString())).toList(),
                left.unserved().stream()
                        .map(one -> new Unserved(one.requestId(), one.usersId(), one.perSecond(), one.components())).toList(),
                left.least(), left.because(), left.conflict().map(ConflictView::of));
    }
}
