package org.caravan.server.whatif;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.caravan.plan.whatif.Answer;
import org.caravan.plan.whatif.Outcome;
import org.caravan.plan.whatif.Outcome.Figures;

@Schema(name = "WhatIf", description = "Cases side by side.")
record WhatIfView(
        @Schema(description = "What is supposed in all cases.") List<String> always,
        @Schema(description = "Columns: what runs now, where something runs; the optimum; each case.") List<OutcomeView> outcomes,
        @Schema(description = "The same for a terminal of 120 columns.") String text,
        @Schema(description = "An SVG; empty where none was asked for.") String chart) {

    @Schema(name = "WhatIfOutcome", description = "One column.")
    record OutcomeView(
            @Schema(description = "Heads the column.", example = "optimum") String name,
            @Schema(description = "NOW: what runs. OPTIMUM: nothing pinned. STAY: what runs, were the case so. CASE: planned in the case.")
                    Outcome.Kind kind,
            @Schema(description = "What is supposed in this case alone.") List<String> suppositions,
            @Schema(description = "Why there is no placement, or what it leaves out; empty where all of the application is placed.") List<String> reasons,
            @Schema(description = "Absent where there is no placement.") Optional<FiguresView> figures) {}

    @Schema(name = "WhatIfFigures", description = "What a placement costs and takes.")
    record FiguresView(
            @Schema(description = "Per request and group of users.") List<LatencyView> latencies,
            @Schema(description = "Mean over all requests as they are sent, in ms; absent where a path is unknown.") Optional<Double> meanMillis,
            @Schema(description = "Price of all hosts in use, in cents of a euro per month.") long costCentsPerMonth,
            @Schema(description = "Electrical power that the plan adds, in W; absent where that of a host in use is neither stated by its type nor declared for it.") Optional<Double> watts,
            @Schema(description = "Number of hosts in use.") int hosts,
            @Schema(description = "Promises that are not kept.", example = "[\"fast for bergen\"]") List<String> missed,
            @Schema(description = "Instances by site.") SortedMap<String, List<String>> instancesBySite,
            @Schema(description = "Instances that are on other hosts than now.") int moves,
            @Schema(description = "How far it is from the best possible of its case at most; empty where nobody reckoned it.") String bound) {}

    @Schema(name = "WhatIfLatency", description = "What one request of one group of users takes.")
    record LatencyView(
            @Schema(description = "Id of the request.", example = "home") String requestId,
            @Schema(description = "Id of the group of users.", example = "bergen") String usersId,
            @Schema(description = "Mean, in ms.", example = "41.2") double meanMillis,
            @Schema(description = "Sum of the hops' 95th percentiles, in ms.", example = "48.9") double p95Millis) {}

    static WhatIfView of(Answer answer, String text, String chart) {
        return new WhatIfView(answer.always(), answer.outcomes().stream().map(WhatIfView::of).toList(), text, chart);
    }

    private static OutcomeView of(Outcome outcome) {
        return new OutcomeView(outcome.name(), outcome.kind(), outcome.suppositions(), outcome.reasons(),
                outcome.figures().map(WhatIfView::of));
    }

    private static FiguresView of(Figures figures) {
        return new FiguresView(
                figures.latencies().stream()
                        .map(one -> new LatencyView(one.requestId(), one.usersId(), one.meanMillis(), one.p95Millis())).toList(),
                figures.meanMillis(), figures.cost().value(), figures.watts(), figures.hosts(), figures.missed(),
                figures.instancesBySite(), figures.moves(), figures.certificate().toString());
    }
}
