package org.caravan.solver.report;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.application.Form;
import org.caravan.application.Users;
import org.caravan.plan.PlanReport.InstanceReason;
import org.caravan.plan.figure.AlternativeFigures;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.FilterCount;
import org.caravan.solver.build.FilterCounts;
import org.caravan.solver.build.HostFilter;
import org.caravan.solver.candidates.SingleMoveEvaluator;
import org.caravan.solver.candidates.SingleMoveEvaluator.Alternative;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.ScoreTerm;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;

/** Explains the placement of each instance by evaluating all its other hosts while all other instances stay. */
public final class InstanceReasons {

    private final PlacementProblem problem;
    private final CompiledProblem tables;
    private final ReasonText words;
    private final LatencyModel latency;
    private final FilterCounts removals;
    private final IncrementalScore score;
    private final SingleMoveEvaluator others;

    public InstanceReasons(PlacementProblem problem, CompiledProblem tables, Assignment assignment, AlternativeFigures elsewhere) {
        this.problem = problem;
        this.tables = tables;
        this.words = new ReasonText(problem, tables, assignment, elsewhere);
        this.latency = new LatencyModel(problem);
        this.removals = new FilterCounts(new HostFilter(problem, latency), problem.infrastructure().hosts());
        this.score = new IncrementalScore(tables);
        score.load(assignment.positions());
        this.others = new SingleMoveEvaluator(tables, score);
    }

    public List<InstanceReason> all() {
        return tables.instances().stream().map(this::reason).toList();
    }

    private InstanceReason reason(PlacedInstance instance) {
        int here = score.positionOf(instance.index());
        SingleMoveEvaluator.Alternatives alternatives = others.of(instance);
        Map<String, Long> removed = new HashMap<>(removals.of(instance));
        alternatives.broken().forEach((obligation, hosts) -> removed.merge(obligation, hosts, Long::sum));
        Optional<Alternative> runnerUp = alternatives.best();
        return new InstanceReason(
                instance.id(),
                tables.positions().get(here).hostId(),
                form(instance, here) + because(instance, here, runnerUp),
                runnerUp.map(alternative -> alternative.position().hostId()).orElse(""),
                runnerUp.map(alternative -> alternative.soft() - score.soft()).orElse(0L),
                FilterCount.of(removed).stream().map(FilterCount::toString).toList());
    }

    /** The form is named only if the component has several, its image only if it has alternatives of this kind. */
    private String form(PlacedInstance instance, int here) {
        List<Form> forms = problem.application().component(instance.component().id()).forms();
        Form taken = instance.component().forms().get(instance.formRank(tables.position(here)));
        boolean alternatives = forms.stream().filter(form -> form.kind() == taken.kind()).count() > 1;
        return forms.size() == 1 ? "" : "as " + taken.kind() + (alternatives ? " " + taken.image() : "") + ": ";
    }

    private String because(PlacedInstance instance, int here, Optional<Alternative> runnerUp) {
        if (instance.component().stateful() && instance.isNow(here)) {
            return "its data is here";
        }
        if (instance.component().router()) {
            return new RouterReason(problem, latency).of(instance, tables.positions().get(here), instance.isNow(here));
        }
        if (runnerUp.isEmpty()) {
            return instance.positions().length == 1 ? "no other host may take it" : "elsewhere an obligation would be broken";
        }
        Map<ScoreTerm, Long> lost = new EnumMap<>(ScoreTerm.class);
        for (ScoreTerm part : ScoreTerm.values()) {
            if (!part.hard()) {
                lost.put(part, runnerUp.get().parts().get(part) - others.parts().get(part));
            }
        }
        return words.against(instance, runnerUp.get().position(), lost);
    }

    /** Explains the placement of a router: it follows from the distance to its users and the stability of its address, not from goals. */
    private static final class RouterReason {

        private final PlacementProblem problem;
        private final LatencyModel latency;

        RouterReason(PlacementProblem problem, LatencyModel latency) {
            this.problem = problem;
            this.latency = latency;
        }

        String of(PlacedInstance instance, Position here, boolean stays) {
            String routerId = instance.component().id();
            Users users = problem.application().users().stream()
                    .filter(group -> problem.application().entryComponentIds().stream()
                            .anyMatch(componentId -> problem.application().reached(group, componentId).equals(routerId)))
                    .findFirst()
                    .orElseThrow();
            Optional<PathChoice> way = latency.entry(users, routerId, here.hostId());
            String near = way.map(choice -> ", " + choice.meanRtt()).orElse("");
            String behind = instance.component().requires().get(0).componentId();
            return stays ? "users " + users.id() + " keep its address while " + behind + " moves"
                    : "at the site with hosts that is nearest to users " + users.id() + near + "; its address stays while " + behind
                    + " moves";
        }
    }
}
