package org.caravan.solver.candidates;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.solver.BenchProblem;
import org.caravan.solver.GeneratedProblems;
import org.caravan.solver.MixedProblems;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.candidates.SingleMoveEvaluator.Alternative;
import org.caravan.solver.candidates.SingleMoveEvaluator.Alternatives;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.HostClasses;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.ScoreTerm;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.search.ConstructionHeuristic;
import org.junit.jupiter.api.Test;

class SingleMoveEvaluatorTest {

    private int instances;

    @Test
    void theySayWhatTryingEachSeatSays() {
        Stream.concat(GeneratedProblems.small(100), IntStream.range(0, 300).mapToObj(seed -> MixedProblems.of(seed).problem()))
                .map(ProblemCompiler::of)
                .filter(tables -> tables.instances().stream().noneMatch(instance -> instance.positions().length == 0))
                .forEach(this::compare);
        assertThat(instances).isGreaterThan(300);
    }

    @Test
    void ofHostsThatNothingTellsApartOneIsTried() {
        CompiledProblem tables = ProblemCompiler.of(BenchProblem.of(BenchProblem.Size.of("50x200"), 1, false));
        IncrementalScore score = new IncrementalScore(tables);
        score.load(new ConstructionHeuristic(tables).find().positions());
        SingleMoveEvaluator others = new SingleMoveEvaluator(tables, score);
        others.of(tables.instance(0));

        long groups = IntStream.of(tables.instance(0).positions()).map(new HostClasses(tables)::of).distinct().count();
        long open = IntStream.range(0, tables.hosts()).filter(score::isOpen).count();
        assertThat(others.tries()).isLessThanOrEqualTo((int) (groups + open)).isLessThan(tables.instance(0).positions().length);
    }

    private void compare(CompiledProblem tables) {
        Assignment assignment = new ConstructionHeuristic(tables).find();
        if (!assignment.whole()) {
            return;
        }
        IncrementalScore score = new IncrementalScore(tables);
        score.load(assignment.positions());
        SingleMoveEvaluator others = new SingleMoveEvaluator(tables, score);
        for (PlacedInstance instance : tables.instances()) {
            Alternatives alternatives = others.of(instance);
            assertThat(score.positions()).isEqualTo(assignment.positions());
            Optional<Assignment> best = best(tables, assignment, instance);
            assertThat(alternatives.best().map(Alternative::soft)).isEqualTo(best.map(Assignment::soft));
            assertThat(alternatives.best().map(one -> one.position().index()))
                    .isEqualTo(best.map(one -> one.positions()[instance.index()]));
            assertThat(alternatives.broken()).isEqualTo(broken(tables, assignment, instance));
            instances++;
        }
    }

    private static Stream<Assignment> all(CompiledProblem tables, Assignment assignment, PlacedInstance instance) {
        return IntStream.of(instance.positions()).filter(position -> position != assignment.positions()[instance.index()])
                .mapToObj(position -> Assignment.of(tables, assignment.with(instance, tables.position(position)).positions()));
    }

    private static Optional<Assignment> best(CompiledProblem tables, Assignment assignment, PlacedInstance instance) {
        return all(tables, assignment, instance).filter(Assignment::whole).reduce((one, other) -> other.soft() < one.soft() ? other : one);
    }

    private static Map<String, Long> broken(CompiledProblem tables, Assignment assignment, PlacedInstance instance) {
        Map<String, Long> broken = new HashMap<>();
        all(tables, assignment, instance).filter(one -> !one.whole()).forEach(one -> {
            IncrementalScore score = new IncrementalScore(tables);
            score.load(one.positions());
            ScoreTerm first = Stream.of(ScoreTerm.values()).filter(part -> score.parts().get(part) > 0).findFirst().orElseThrow();
            broken.merge(first.broken(), 1L, Long::sum);
        });
        return broken;
    }
}
