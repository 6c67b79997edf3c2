package org.caravan.server.advice;

import java.util.List;
import org.caravan.api.plan.AdviceView;
import org.caravan.api.plan.WhatIfView;
import org.caravan.plan.advice.Advice;
import org.caravan.plan.advice.Advice.Advised;
import org.caravan.plan.advice.Advice.Evidence;
import org.caravan.plan.advice.Advice.Figures;
import org.caravan.plan.advice.Advice.Replanned;
import org.caravan.plan.advice.AdviceText;

/** Converts advice into answers of REST. */
final class AdviceViews {

    private AdviceViews() {}

    static AdviceView of(Advice advice) {
        return new AdviceView(advice.basis().name(), advice.now().map(AdviceViews::of), advice.planned().map(AdviceViews::of),
                advice.advised().stream().map(AdviceViews::of).toList(), advice.examined(), advice.possible(), advice.reasons(),
                AdviceText.of(advice));
    }

    private static AdviceView.AdvisedView of(Advised advised) {
        return new AdviceView.AdvisedView(advised.refactoring().kind().name(), advised.refactoring().subject(),
                advised.refactoring().effect(), advised.refactoring().condition(), advised.refactoring().written(), advised.worth(),
                advised.evidence().stream().map(AdviceViews::of).toList(), advised.stay().map(AdviceViews::of),
                advised.planned().isPresent(), advised.planned().flatMap(Replanned::figures).map(AdviceViews::of),
                advised.planned().map(Replanned::moves).orElse(List.of()));
    }

    private static AdviceView.FiguresView of(Figures figures) {
        return new AdviceView.FiguresView(figures.latencies().stream().map(one ->
                new WhatIfView.LatencyView(one.requestId(), one.usersId(), one.meanMillis(), one.p95Millis())).toList(),
                figures.cost().value());
    }

    private static AdviceView.EvidenceView of(Evidence evidence) {
        return new AdviceView.EvidenceView(evidence.requestId(), evidence.usersId(), evidence.from(), evidence.to(), evidence.turns(),
                evidence.bytes(), evidence.path(), evidence.rttMillis(), evidence.serviceMillis(), evidence.millis(), evidence.share(),
                evidence.source());
    }
}
