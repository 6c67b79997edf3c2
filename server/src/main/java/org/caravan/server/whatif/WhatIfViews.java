package org.caravan.server.whatif;

import org.caravan.api.plan.WhatIfView;
import org.caravan.plan.whatif.Answer;
import org.caravan.plan.whatif.Outcome;
import org.caravan.plan.whatif.Outcome.Figures;

/** Converts what-if results into answers of REST. */
final class WhatIfViews {

    private WhatIfViews() {}

    static WhatIfView of(Answer answer, String text, String chart) {
        return new WhatIfView(answer.always(), answer.outcomes().stream().map(WhatIfViews::of).toList(), text, chart);
    }

    private static WhatIfView.OutcomeView of(Outcome outcome) {
        return new WhatIfView.OutcomeView(outcome.name(), outcome.kind().name(), outcome.suppositions(), outcome.reasons(),
                outcome.figures().map(WhatIfViews::of));
    }

    private static WhatIfView.FiguresView of(Figures figures) {
        return new WhatIfView.FiguresView(
                figures.latencies().stream()
                        .map(one -> new WhatIfView.LatencyView(one.requestId(), one.usersId(), one.meanMillis(), one.p95Millis())).toList(),
                figures.meanMillis(), figures.cost().value(), figures.watts(), figures.hosts(), figures.missed(),
                figures.instancesBySite(), figures.moves(), figures.certificate().toString());
    }
}
