package org.caravan.plan.whatif;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.plan.Certificate;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.Omissions;
import org.caravan.plan.planner.Planner;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.plan.whatif.Answer.Row;
import org.caravan.plan.whatif.Outcome.Kind;
import org.caravan.plan.whatif.Question.Case;
import org.caravan.problem.PlacementProblem;

/** Answers what-if questions: plans each case separately and compares all by the same measure. */
public final class WhatIf {

    private final Question question;
    private final Planner planner;

    private WhatIf(Question question, Planner planner) {
        this.question = question;
        this.planner = planner;
    }

    /** @throws RejectedInput with all assumptions on unknown subjects or against requirements of the application */
    public static Answer answer(Question question, Planner planner) {
        return new WhatIf(question, planner).answer();
    }

    private Answer answer() {
        PlacementProblem base = question.always().appliedTo(question.problem());
        // All cases are checked first, so that an error in the last one is reported before any planning.
        List<PlacementProblem> supposed = question.cases().stream().map(one -> one.suppositions().appliedTo(base)).toList();
        List<Outcome> outcomes = new ArrayList<>();
        question.target().ifPresent(target ->
                outcomes.add(placed("now", Kind.NOW, List.of(), new Measured(base, question), target, Certificate.NONE)));
        outcomes.add(planned("optimum", Kind.OPTIMUM, List.of(), base));
        boolean single = question.cases().size() == 1;
        for (int index = 0; index < supposed.size(); index++) {
            Case one = question.cases().get(index);
            PlacementProblem problem = supposed.get(index);
            if (single && question.target().isPresent()) {
                outcomes.add(placed("if nothing moved", Kind.STAY, one.suppositions().texts(), new Measured(problem, question),
                        question.target().get(), Certificate.NONE));
            }
            outcomes.add(planned(one.name(), Kind.CASE, one.suppositions().texts(), problem));
        }
        return new Answer(question.always().texts(), rows(base), outcomes);
    }

    private Outcome planned(String name, Kind kind, List<String> suppositions, PlacementProblem problem) {
        PlanningOutcome outcome = planner.planForComparison(problem);
        if (outcome instanceof NoPlacement none) {
            return new Outcome(name, kind, suppositions, reasons(none), Optional.empty());
        }
        Planned found = (Planned) outcome;
        Outcome placed = placed(name, kind, suppositions, new Measured(problem, question), found.plan(), found.report().certificate());
        return new Outcome(name, kind, suppositions, found.report().leftOut().map(Omissions::lines).orElse(List.of()), placed.figures());
    }

    private static List<String> reasons(NoPlacement none) {
        return Stream.concat(none.reasons().stream(), none.conflict().stream().flatMap(conflict -> conflict.lines().stream())).toList();
    }

    private static Outcome placed(String name, Kind kind, List<String> suppositions, Measured measured,
            DeploymentPlan plan, Certificate certificate) {
        return new Outcome(name, kind, suppositions, List.of(), Optional.of(measured.figures(plan, certificate)));
    }

    private static List<Row> rows(PlacementProblem problem) {
        List<Row> rows = new ArrayList<>();
        boolean several = problem.application().users().size() > 1;
        problem.application().requests().forEach(request -> problem.application().users().stream()
                .filter(users -> users.mix().containsKey(request.id()))
                .forEach(users -> rows.add(new Row(request.id(), users.id(),
                        several ? request.id() + " for " + users.id() : request.id()))));
        return rows;
    }
}
