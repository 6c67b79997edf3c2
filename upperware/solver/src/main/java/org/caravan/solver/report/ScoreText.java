package org.caravan.solver.report;

import java.util.Locale;
import java.util.stream.Collectors;
import org.caravan.application.Goal;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.optaplanner.ConstraintName;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;

/** Text next to a score in the report. */
final class ScoreText {

    private final PlacementProblem problem;
    private final CompiledProblem tables;
    private final Assignment assignment;

    ScoreText(PlacementProblem problem, CompiledProblem tables, Assignment assignment) {
        this.problem = problem;
        this.tables = tables;
        this.assignment = assignment;
    }

    /** @param score as in {@link ScoreExplanation}; soft points are hundredths of 1 ms, 1 EUR/month, 1 W or 1 s */
    String of(ConstraintName name, long score) {
        String amount = String.format(Locale.ROOT, "%.2f", -score / 100.0 + 0.0);
        return switch (name) {
            case PROMISES -> tables.requestPaths().isEmpty() ? "no slo" : promises();
            case LATENCY, WAITING, SERVICE, PARALLEL -> goals(amount + " ms", Goal.MinimiseLatency.class);
            case COST, EGRESS, EXCESS -> goals(amount + " EUR/month", Goal.MinimiseCost.class);
            case STARTUP -> goals(amount + " s late", Goal.MinimiseStartup.class);
            case POWER -> goals(amount + " W", Goal.MinimisePower.class);
            case BUDGET -> problem.application().supplement().limits().stream().map(Object::toString).collect(Collectors.joining(", "));
            case MOVES -> amount + " EUR/month: " + moved();
            case UTILITY -> (tables.utilities().model().bounded() ? amount + " below the best there could be of: " : "")
                    + tables.utilities().model().counted().stream()
                    .map(one -> one.utility().formula() + " × " + one.utility().weight()).collect(Collectors.joining(" + "));
            case PREFERENCES -> preferences(amount);
            default -> "";
        };
    }

    private String promises() {
        IncrementalScore score = new IncrementalScore(tables);
        score.load(assignment.positions());
        return tables.requestPaths().stream()
                .map(requestPath -> requestPath + " " + requestPath.latency(score.micros(requestPath)) + " < " + requestPath.slo().limit())
                .collect(Collectors.joining(", "));
    }

    private String goals(String amount, Class<? extends Goal> kind) {
        String sum = problem.application().goals().stream()
                .filter(kind::isInstance)
                .map(goal -> (goal instanceof Goal.MinimiseLatency latency ? latency.requestId() : goal.subject()) + " × " + goal.weight())
                .sorted()
                .collect(Collectors.joining(" + "));
        return sum.isEmpty() ? "no goal" : amount + " = " + sum;
    }

    private String preferences(String amount) {
        long all = tables.couplings().all().stream().filter(coupled -> !coupled.required()).count();
        long broken = tables.couplings().broken(tables, assignment.positions()).stream().filter(coupled -> !coupled.required()).count();
        return amount + " given up: " + (all - broken) + " of " + all + " kept, each copy by itself";
    }

    private String moved() {
        long moved = tables.instances().stream()
                .filter(instance -> instance.moveCents(tables.position(assignment.positions()[instance.index()])) > 0)
                .count();
        return moved == 1 ? "1 instance moves" : (moved == 0 ? "no instance moves" : moved + " instances move");
    }
}
