package org.caravan.api.adaptation;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

@Schema(name = "Rehearsal", description = "A rehearsal of the rules of an application. It changes nothing.")
public record RehearsalView(
        @Schema(description = "Id of the rehearsal.", example = "3") String id,
        @Schema(description = "RUNNING, DONE, FAILED or CANCELLED.", example = "DONE") State state,
        @Schema(description = "Share of the period that was rehearsed, 0 to 1.", example = "0.4") double progress,
        @Schema(description = "Why it failed; absent otherwise.") Optional<String> error,
        @Schema(description = "Result; absent before the end.") Optional<ResultView> result) {

    /** Of a rehearsal. */
    public enum State { RUNNING, DONE, FAILED, CANCELLED }

    @Schema(name = "RehearsalResult", description = "Result of a rehearsal.")
    public record ResultView(
            @Schema(description = "Begin of the period (ISO 8601, UTC).") Instant from,
            @Schema(description = "End of the period (ISO 8601, UTC).") Instant until,
            @Schema(description = "Length of the period divided by the time that the rehearsal took.", example = "21000") double factor,
            @Schema(description = "Figures and decisions of the rehearsal.") CourseView rehearsed,
            @Schema(description = "What they are compared with; absent for a load that is given without rules.",
                    example = "what happened") Optional<String> comparedWith,
            @Schema(description = "The same of what they are compared with; absent as above.") Optional<CourseView> compared,
            @Schema(description = "Remarks on what could not be rehearsed.") List<String> notes,
            @Schema(description = "The result as text.") String text,
            @Schema(description = "Chart in SVG; empty unless it was requested.") String chart) {}

    @Schema(name = "RehearsedCourse", description = "Figures and decisions of a period.")
    public record CourseView(
            @Schema(description = "Decisions, oldest first; the latest 2,000 of a rehearsal.") List<DecisionView> decisions,
            @Schema(description = "Minutes in which promises were violated, by the latencies that placement, paths and rates give.")
            List<PromiseView> promises,
            @Schema(description = "Copies that ran well and changed their host.", example = "0") int moves,
            @Schema(description = "Copies that were created by rules.", example = "2") int starts,
            @Schema(description = "Copies that were removed by rules.", example = "1") int stops,
            @Schema(description = "Cost in the period, in EUR.", example = "12.4") double costEuros) {}

    @Schema(name = "RehearsedPromise", description = "Minutes in which a promise was violated.")
    public record PromiseView(
            @Schema(description = "Id of the promise (slo).", example = "fast") String sloId,
            @Schema(description = "Number of minutes.", example = "14") int violatedMinutes) {}
}
