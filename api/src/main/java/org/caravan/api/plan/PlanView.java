package org.caravan.api.plan;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

@Schema(name = "Plan", description = "Result of planning: a plan with its reasons, or the reasons why there is no placement.")
public record PlanView(
        @Schema(description = "Name of the application.", example = "sock-shop") String application,
        @Schema(description = "PLANNED, or NO_PLACEMENT: no plan satisfies every hard constraint.") Outcome outcome,
        @Schema(description = "Digest of the plan, or of the reasons: 64 hexadecimal digits (SHA-256).") String id,
        @Schema(description = "Generation of the plan, from 1 within the application; 0 if there is no plan.", example = "1")
        long generation,
        @Schema(description = "Whether deploying the plan changes anything: what runs, or by which model the server acts.") boolean changes,
        @Schema(description = "Canonical text of the plan, one fact per line; empty if there is no plan.") String planText,
        @Schema(description = "All decisions of the plan; absent if there is no plan.") Optional<PlacementView> placement,
        @Schema(description = "Reasons for the plan; absent if there is no plan.") Optional<ReportView> report,
        @Schema(description = "Report formatted for a terminal of 120 columns.") String reportText,
        @Schema(description = "Report and changes on one screen of 49 lines of 120 columns; empty if there is no plan or an earlier "
                + "version created it.")
                String screenText,
        @Schema(description = "Changes relative to the current target; absent if there is no plan.") Optional<DiffView> diff,
        @Schema(description = "Diff as text of 120 columns: + added, - removed, ± replaced.") String diffText,
        @Schema(description = "Steps from the running state to this plan, one per line, each with its cause.") String stepsText,
        @Schema(description = "Reasons why there is no placement, most frequent first; empty if there is a plan.") List<String> reasons,
        @Schema(description = "Conflicting requirements; absent if there is a plan.") Optional<ConflictView> conflict,
        @Schema(description = "Warnings about the plan, most severe first.") List<RemarkView> remarks,
        @Schema(description = "Time of creation (ISO 8601, UTC).") Instant madeAt,
        @Schema(description = "Who rejected the plan; absent if it is not rejected or the rejection was withdrawn.")
        Optional<RejectionView> rejection,
        @Schema(description = "Name of the submitter of the model; absent if unknown.",
                example = "ann") Optional<String> handedOverBy,
        @Schema(description = "Application of another submitter that approval takes over; absent if there is none.")
        Optional<TakeOverView> takesOver) {

    @Schema(name = "TakeOver", description = "A running application of the same name that the plan replaces. Approval needs consent: "
            + "takeOver.")
    public record TakeOverView(
            @Schema(description = "Name of the submitter of the running application; absent if unknown.",
                    example = "ann") Optional<String> from,
            @Schema(description = "Components that are removed.", example = "[\"web\"]") List<String> components,
            @Schema(description = "Running instances by the current target.", example = "2") int instances,
            @Schema(description = "The same, human-readable.") String text) {}


    /** Plans stored by earlier versions have no screen text, conflict or remarks. Rejections are stored separately. */
    public PlanView {
        rejection = rejection == null ? Optional.empty() : rejection;
        handedOverBy = handedOverBy == null ? Optional.empty() : handedOverBy;
        takesOver = takesOver == null ? Optional.empty() : takesOver;
        screenText = screenText == null ? "" : screenText;
        conflict = conflict == null ? Optional.empty() : conflict;
        remarks = remarks == null ? List.of() : List.copyOf(remarks);
    }

    /** This plan with the rejection, or without one. */
    public PlanView rejected(Optional<RejectionView> by) {
        return by.equals(rejection) ? this : new PlanView(application, outcome, id, generation, changes, planText, placement, report,
                reportText, screenText, diff, diffText, stepsText,
                reasons, conflict, remarks, madeAt, by, handedOverBy, takesOver);
    }

    /** This plan with these warnings in place of its own. */
    public PlanView remarking(List<RemarkView> now) {
        return new PlanView(application, outcome, id, generation, changes, planText, placement, report, reportText, screenText, diff,
                diffText, stepsText,
                reasons, conflict, now, madeAt, rejection, handedOverBy, takesOver);
    }

    /** This plan, which changes nothing that runs but whose approval approves a new model, with these further warnings. */
    public PlanView modelOnly(List<RemarkView> more) {
        List<RemarkView> all = new ArrayList<>(remarks);
        all.addAll(more);
        return new PlanView(application, outcome, id, generation, true, planText, placement, report, reportText, screenText, diff, diffText,
                stepsText, reasons, conflict, all, madeAt, rejection, handedOverBy, takesOver);
    }

    /**
     * This plan with the submitter of its model and what it takes over. In plans of earlier versions the submitter of the model is unknown.
     */
    public PlanView by(Optional<String> who, Optional<TakeOverView> from) {
        return new PlanView(application, outcome, id, generation, changes, planText, placement, report, reportText, screenText, diff,
                diffText, stepsText,
                reasons, conflict, remarks, madeAt, rejection, who, from);
    }

    /** Result of planning. */
    public enum Outcome {
        PLANNED,
        NO_PLACEMENT
    }
}
