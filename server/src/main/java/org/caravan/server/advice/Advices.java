package org.caravan.server.advice;

import org.caravan.api.plan.AdviceOrder;
import org.caravan.api.plan.AdviceView;
import org.caravan.plan.advice.Advisor;
import org.caravan.plan.advice.Question;
import org.caravan.plan.planner.Planner;
import org.caravan.server.model.Models;
import org.caravan.server.planning.ProblemSource.ChangedModels;
import org.caravan.server.planning.ProblemSource;
import org.caravan.server.planning.Targets;
import org.caravan.server.rest.ProblemException;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Advises with plans that are neither stored nor approved. */
@Component
class Advices {

    private static final double HITS = 0.8;
    private static final int RETURNED = 10;
    private static final int MOST_RETURNED = 50;
    private static final int PLANNINGS = 3;
    private static final int MOST_PLANNINGS = 6;

    private final Models models;
    private final ProblemSource problems;
    private final Targets targets;
    private final Planner planner;

    Advices(Models models, ProblemSource problems, Targets targets, @Lazy Planner planner) {
        this.models = models;
        this.problems = problems;
        this.targets = targets;
        this.planner = planner;
    }

    /** Synchronised: a question uses as much processor time as one plan and those that are repeated. */
    synchronized AdviceView of(String application, AdviceOrder order) {
        models.required(application);
        double hits = order.cacheHits().orElse(HITS);
        int most = order.most().orElse(RETURNED);
        int plannings = order.plannings().orElse(PLANNINGS);
        if (!(hits > 0 && hits <= 1)) {
            throw refused("A cache cannot answer a share of " + hits + " of the calls.", "assume a share above 0 and at most 1.");
        }
        if (most < 1 || most > MOST_RETURNED) {
            throw refused("Advice cannot have (" + most + ") changes.", "ask for 1 to " + MOST_RETURNED + ".");
        }
        if (plannings < 0 || plannings > MOST_PLANNINGS) {
            throw refused("Planning cannot be repeated for (" + plannings + ") changes.", "repeat it for 0 to " + MOST_PLANNINGS + ".");
        }
        ChangedModels changed = problems.changed(application);
        return AdviceViews.of(Advisor.advise(new Question(changed.model(), changed::problem,
                targets.target(application).filter(plan -> !plan.instances().isEmpty()), hits, most, plannings), planner));
    }

    private static ProblemException refused(String message, String suggestion) {
        return new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "advice-out-of-range", message, suggestion);
    }
}
