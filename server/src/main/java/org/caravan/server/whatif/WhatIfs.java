package org.caravan.server.whatif;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.api.plan.WhatIfOrder;
import org.caravan.api.plan.WhatIfView;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.planner.Planner;
import org.caravan.plan.whatif.Answer;
import org.caravan.plan.whatif.AnswerText;
import org.caravan.plan.whatif.CaseText;
import org.caravan.plan.whatif.Question;
import org.caravan.plan.whatif.Question.Case;
import org.caravan.plan.whatif.WhatIf;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.supposition.Assumptions;
import org.caravan.server.model.Models;
import org.caravan.server.node.DeclaredPower;
import org.caravan.server.planning.ProblemSource;
import org.caravan.server.planning.Targets;
import org.caravan.server.rest.ProblemException;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Answers what-if questions with plans that are neither stored nor approved. */
@Component
class WhatIfs {

    private static final int MOST_CASES = 12;
    private static final int LONGEST_NAME = 24;

    private final Models models;
    private final ProblemSource problems;
    private final Targets targets;
    private final DeclaredPower power;
    private final Planner planner;

    WhatIfs(Models models, ProblemSource problems, Targets targets, DeclaredPower power, @Lazy Planner planner) {
        this.models = models;
        this.problems = problems;
        this.targets = targets;
        this.power = power;
        this.planner = planner;
    }

    /** Synchronised: a question uses as much processor time as one plan per case. */
    synchronized WhatIfView answer(String application, WhatIfOrder body) {
        models.required(application);
        CaseText text = CaseText.parse(body.caseText().orElse(""));
        List<Case> cases = new ArrayList<>();
        body.cases().forEach(one -> cases.add(new Case(one.name(), Assumptions.parse(one.suppositions()))));
        cases.addAll(text.cases());
        checkNames(cases);
        PlacementProblem problem = problems.problem(application, Set.of());
        boolean afresh = body.afresh().orElse(false);
        Optional<DeploymentPlan> target = targets.target(application)
                .filter(plan -> !afresh && !plan.instances().isEmpty());
        Answer answer = WhatIf.answer(new Question(afresh ? problem.withCurrent(List.of()) : problem, target,
                text.always().and(Assumptions.parse(body.always())), cases, power.byHost()), planner);
        return WhatIfViews.of(answer, AnswerText.of(answer), body.chart().orElse(false) ? WhatIfChart.svg(application, answer) : "");
    }

    private static void checkNames(List<Case> cases) {
        if (cases.size() > MOST_CASES) {
            throw refused("too-many-cases", cases.size() + " cases are too many for one question.", "ask at most " + MOST_CASES
                    + " at once.");
        }
        Set<String> names = new HashSet<>(Set.of("now", "optimum", "if nothing moved"));
        for (Case one : cases) {
            if (one.name() == null || one.name().isBlank() || one.name().length() > LONGEST_NAME || !names.add(one.name())) {
                throw refused("unfit-case-name", "The case (" + one.name() + ") cannot head a column.",
                        "name each case differently, with 1 to " + LONGEST_NAME + " characters, none now or optimum.");
            }
        }
    }

    private static ProblemException refused(String code, String message, String suggestion) {
        return new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, code, message, suggestion);
    }
}
