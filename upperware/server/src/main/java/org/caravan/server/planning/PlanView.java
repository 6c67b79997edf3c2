package org.caravan.server.planning;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

@Schema(name = "Plan", description = "The planner's answer: a plan with its reasons, or the reasons why there is none.")
record PlanView(
        @Schema(description = "Name of the application.", example = "sock-shop") String application,
        @Schema(description = "PLANNED, or NO_PLACEMENT: no plan keeps every obligation.") Outcome outcome,
        @Schema(description = "Digest of the plan, or of the reasons: 64 hexadecimal digits (SHA-256).") String id,
        @Schema(description = "Counts from 1 within the application; 0 where there is no plan.", example = "1") long generation,
        @Schema(description = "Whether carrying it out would change anything.") boolean changes,
        @Schema(description = "Canonical text of the plan: one fact per line; empty where there is none.") String planText,
        @Schema(description = "Every choice of the plan; absent where there is none.") Optional<PlacementView> placement,
        @Schema(description = "Why it is as it is; absent where there is no plan.") Optional<ReportView> report,
        @Schema(description = "The report for a terminal of 120 columns.") String reportText,
        @Schema(description = "Report and changes on one screen of 49 lines of 120 columns; empty where there is none, or it was made by an earlier version.")
                String screenText,
        @Schema(description = "What would change against the current target; absent where there is no plan.") Optional<DiffView> diff,
        @Schema(description = "The diff as text of 120 columns: + added, - removed, ± replaced.") String diffText,
        @Schema(description = "The steps from what runs now to this plan, one per line, each with its cause.") String stepsText,
        @Schema(description = "Why there is no plan, most frequent first; empty where there is one.") List<String> reasons,
        @Schema(description = "Requirements that cannot be kept together; absent where there is a plan.") Optional<ConflictView> conflict,
        @Schema(description = "What is doubtful about the plan, the worst first.") List<RemarkView> remarks,
        @Schema(description = "When it was made (ISO 8601, UTC).") Instant madeAt,
        @Schema(description = "Who rejected it; absent where nobody did, or it was taken back.") Optional<RejectionView> rejection,
        @Schema(description = "Name of who handed over the model that it was made from; absent where that is not known.",
                example = "ann") Optional<String> handedOverBy,
        @Schema(description = "What approving it would take over from somebody else; absent where it would not.") Optional<TakeOverView> takesOver) {

    @Schema(name = "TakeOver", description = "An application that runs and that a plan replaces by another one of the same name. Approving it needs consent: takeOver.")
    record TakeOverView(
            @Schema(description = "Name of who handed over what runs; absent where that is not known.",
                    example = "ann") Optional<String> from,
            @Schema(description = "Its components that would go.", example = "[\"web\"]") List<String> components,
            @Schema(description = "Its instances that run by the plan in force.", example = "2") int instances,
            @Schema(description = "The same for a person.") String text) {}


    /** Plans stored by earlier versions have no screen text, conflict or remarks. Rejections are stored separately. */
    PlanView {
        rejection = rejection == null ? Optional.empty() : rejection;
        handedOverBy = handedOverBy == null ? Optional.empty() : handedOverBy;
        takesOver = takesOver == null ? Optional.empty() : takesOver;
        screenText = screenText == null ? "" : screenText;
        conflict = conflict == null ? Optional.empty() : conflict;
        remarks = remarks == null ? List.of() : List.copyOf(remarks);
    }

    PlanView rejected(Optional<RejectionView> by) {
        return by.equals(rejection) ? this : new PlanView(application, outcome, id, generation, changes, planText, placement, report, reportText, screenText, diff, diffText, stepsText,
                reasons, conflict, remarks, madeAt, by, handedOverBy, takesOver);
    }

    PlanView remarking(List<RemarkView> now) {
        return new PlanView(application, outcome, id, generation, changes, planText, placement, report, reportText, screenText, diff,
                diffText, stepsText,
                reasons, conflict, now, madeAt, rejection, handedOverBy, takesOver);
    }

    /** In plans of earlier versions the submitter of the model is unknown. */
    PlanView by(Optional<String> who, Optional<TakeOverView> from) {
        return new PlanView(application, outcome, id, generation, changes, planText, placement, report, reportText, screenText, diff,
                diffText, stepsText,
                reasons, conflict, remarks, madeAt, rejection, who, from);
    }

    /** Result of planning. */
    enum Outcome {
        PLANNED,
        NO_PLACEMENT
    }
}
