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
import org.caravan.solver.candidates.SingleMoveEvaluator.Outlook;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.HostClasses;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.ScoreTerm;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.search.ConstructionHeuristic;
import org.junit.jupiter.api.Test;

class SingleMoveEvaluatorTest {

    private int tenants;

    @Test
    void theySayWhatTryingEachSeatSays() {
        Stream.concat(GeneratedProblems.small(100), IntStream.range(0, 300).mapToObj(seed -> MixedProblems.of(seed).problem()))
                .map(ProblemCompiler::of)
                .filter(tables -> tables.tenants().stream().noneMatch(tenant -> tenant.seats().length == 0))
                .forEach(this::compare);
        assertThat(tenants).isGreaterThan(300);
    }

    @Test
    void ofHostsThatNothingTellsApartOneIsTried() {
        CompiledProblem tables = ProblemCompiler.of(BenchProblem.of(BenchProblem.Size.of("50x200"), 1, false));
        IncrementalScore score = new IncrementalScore(tables);
        score.load(new ConstructionHeuristic(tables).find().seats());
        SingleMoveEvaluator others = new SingleMoveEvaluator(tables, score);
        others.of(tables.tenant(0));

        long groups = IntStream.of(tables.tenant(0).seats()).map(new HostClasses(tables)::of).distinct().count();
        long open = IntStream.range(0, tables.hosts()).filter(score::isOpen).count();
        assertThat(others.tries()).isLessThanOrEqualTo((int) (groups + open)).isLessThan(tables.tenant(0).seats().length);
    }

    private void compare(CompiledProblem tables) {
        Assignment seating = new ConstructionHeuristic(tables).find();
        if (!seating.whole()) {
            return;
        }
        IncrementalScore score = new IncrementalScore(tables);
        score.load(seating.seats());
        SingleMoveEvaluator others = new SingleMoveEvaluator(tables, score);
        for (PlacedInstance tenant : tables.tenants()) {
            Outlook outlook = others.of(tenant);
            assertThat(score.seats()).isEqualTo(seating.seats());
            Optional<Assignment> best = best(tables, seating, tenant);
            assertThat(outlook.best().map(Alternative::soft)).isEqualTo(best.map(Assignment::soft));
            assertThat(outlook.best().map(one -> one.seat().index())).isEqualTo(best.map(one -> one.seats()[tenant.index()]));
            assertThat(outlook.broken()).isEqualTo(broken(tables, seating, tenant));
            tenants++;
        }
    }

    private static Stream<Assignment> all(CompiledProblem tables, Assignment seating, PlacedInstance tenant) {
        return IntStream.of(tenant.seats()).filter(seat -> seat != seating.seats()[tenant.index()])
                .mapToObj(seat -> Assignment.of(tables, seating.with(tenant, tables.seat(seat)).seats()));
    }

    private static Optional<Assignment> best(CompiledProblem tables, Assignment seating, PlacedInstance tenant) {
        return all(tables, seating, tenant).filter(Assignment::whole).reduce((one, other) -> other.soft() < one.soft() ? other : one);
    }

    private static Map<String, Long> broken(CompiledProblem tables, Assignment seating, PlacedInstance tenant) {
        Map<String, Long> broken = new HashMap<>();
        all(tables, seating, tenant).filter(one -> !one.whole()).forEach(one -> {
            IncrementalScore score = new IncrementalScore(tables);
            score.load(one.seats());
            ScoreTerm first = Stream.of(ScoreTerm.values()).filter(part -> score.parts().get(part) > 0).findFirst().orElseThrow();
            broken.merge(first.broken(), 1L, Long::sum);
        });
        return broken;
    }
}
