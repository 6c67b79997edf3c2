package org.caravan.api.plan;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "Advice", description = "Changes of an application's code, ranked by the latency that they save on the measured network.")
public record AdviceView(
        @Schema(allowableValues = {"DEPLOYED", "PLANNED"}, description = "Placement of which now is. DEPLOYED: the deployed one. PLANNED: "
                + "the planner's result, if nothing is deployed or the deployed placement does not serve all requests of the model.")
                String basis,
        @Schema(description = "Figures of the present code at this placement; absent if there is no placement.")
        Optional<FiguresView> now,
        @Schema(description = "Figures of the present code planned again; absent if it has no placement.") Optional<FiguresView> planned,
        @Schema(description = "The most valuable changes, most valuable first.") List<AdvisedView> advised,
        @Schema(description = "Number of changes whose saving was computed.", example = "96") int examined,
        @Schema(description = "Number of changes that the model permits.", example = "96") int possible,
        @Schema(description = "Why there is no placement; empty if there is one.") List<String> reasons,
        @Schema(description = "The same, formatted for a terminal of 120 columns.") String text) {

    @Schema(name = "AdviceFigures", description = "Cost and latencies of a placement.")
    public record FiguresView(
            @Schema(description = "Latency per request and user group.") List<WhatIfView.LatencyView> latencies,
            @Schema(description = "Price of all hosts in use and of egress, in euro cents per month.") long costCentsPerMonth) {}

    @Schema(name = "AdvisedChange", description = "One change and its effect.")
    public record AdvisedView(
            @Schema(allowableValues = {"BUNDLE", "CACHE", "ASYNC", "PARALLEL", "READ_REPLICA"}, description =
                    "BUNDLE: all turns of a call in one. CACHE: a cache at the caller. ASYNC: the answer does not wait for the call. "
                    + "PARALLEL: made at the same time as the call before it. READ_REPLICA: read replicas of a component.") String kind,
            @Schema(description = "Request and link, or component.", example = "order: accounts -> accounts-db") String subject,
            @Schema(description = "Effect in words.", example = "1 turn instead of 7") String effect,
            @Schema(description = "Condition that the code must satisfy, which the model does not show.") String condition,
            @Schema(description = "How to write the change in the model.") String written,
            @Schema(description = "Latency saved per second over all requests, in ms; by the placements planned again if they are known.",
                    example = "53.4") double savedMillisPerSecond,
            @Schema(description = "Figures of the hops that change, at the placement now.") List<EvidenceView> evidence,
            @Schema(description = "Figures if no instance moves; absent for read replicas.") Optional<FiguresView> stay,
            @Schema(description = "Whether the changed application was planned again.") boolean replanned,
            @Schema(description = "Figures of the changed application planned again; absent if it was not or has no placement.")
            Optional<FiguresView> planned,
            @Schema(description = "Instances that this placement puts on other hosts, and new ones.",
                    example = "[\"accounts:1 pi-1 -> server-2\"]") List<String> moves) {}

    @Schema(name = "AdviceEvidence", description = "A hop that changes, at the placement now.")
    public record EvidenceView(
            @Schema(description = "Id of the request.", example = "order") String requestId,
            @Schema(description = "Id of the user group.", example = "bergen") String usersId,
            @Schema(description = "Id of the caller, or users.", example = "accounts") String from,
            @Schema(description = "Id of the called component.", example = "accounts-db") String to,
            @Schema(description = "Turns in the model.", example = "7") int turns,
            @Schema(description = "Bytes in the model, both directions together.", example = "1228") long bytes,
            @Schema(description = "Path that the hop uses.") String path,
            @Schema(description = "Mean round-trip time of the path, in ms.", example = "4.2") double rttMillis,
            @Schema(description = "Declared service time on the host of the called component, in ms; absent if none is declared.",
                    example = "2.5") Optional<Double> serviceMillis,
            @Schema(description = "Mean time of one call, in ms.", example = "19.3") double millis,
            @Schema(description = "Share of it that is part of the request's mean, 0 to 1.", example = "1") double share,
            @Schema(description = "Source of the path's figures: samples with their age, or an estimate.") String source) {}
}
