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
import org.caravan.solver.build.TablesBuilder;
import org.caravan.solver.candidates.OtherSeats.Alternative;
import org.caravan.solver.candidates.OtherSeats.Outlook;
import org.caravan.solver.model.HostGroups;
import org.caravan.solver.model.Part;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Tenant;
import org.caravan.solver.score.RunningScore;
import org.caravan.solver.score.Seating;
import org.caravan.solver.search.FirstSeating;
import org.junit.jupiter.api.Test;

class OtherSeatsTest {

    private int tenants;

    @Test
    void theySayWhatTryingEachSeatSays() {
        Stream.concat(GeneratedProblems.small(100), IntStream.range(0, 300).mapToObj(seed -> MixedProblems.of(seed).problem()))
                .map(TablesBuilder::of)
                .filter(tables -> tables.tenants().stream().noneMatch(tenant -> tenant.seats().length == 0))
                .forEach(this::compare);
        assertThat(tenants).isGreaterThan(300);
    }

    @Test
    void ofHostsThatNothingTellsApartOneIsTried() {
        PlacementTables tables = TablesBuilder.of(BenchProblem.of(BenchProblem.Size.of("50x200"), 1, false));
        RunningScore score = new RunningScore(tables);
        score.load(new FirstSeating(tables).find().seats());
        OtherSeats others = new OtherSeats(tables, score);
        others.of(tables.tenant(0));

        long groups = IntStream.of(tables.tenant(0).seats()).map(new HostGroups(tables)::of).distinct().count();
        long open = IntStream.range(0, tables.hosts()).filter(score::isOpen).count();
        assertThat(others.tries()).isLessThanOrEqualTo((int) (groups + open)).isLessThan(tables.tenant(0).seats().length);
    }

    private void compare(PlacementTables tables) {
        Seating seating = new FirstSeating(tables).find();
        if (!seating.whole()) {
            return;
        }
        RunningScore score = new RunningScore(tables);
        score.load(seating.seats());
        OtherSeats others = new OtherSeats(tables, score);
        for (Tenant tenant : tables.tenants()) {
            Outlook outlook = others.of(tenant);
            assertThat(score.seats()).isEqualTo(seating.seats());
            Optional<Seating> best = best(tables, seating, tenant);
            assertThat(outlook.best().map(Alternative::soft)).isEqualTo(best.map(Seating::soft));
            assertThat(outlook.best().map(one -> one.seat().index())).isEqualTo(best.map(one -> one.seats()[tenant.index()]));
            assertThat(outlook.broken()).isEqualTo(broken(tables, seating, tenant));
            tenants++;
        }
    }

    private static Stream<Seating> all(PlacementTables tables, Seating seating, Tenant tenant) {
        return IntStream.of(tenant.seats()).filter(seat -> seat != seating.seats()[tenant.index()])
                .mapToObj(seat -> Seating.of(tables, seating.with(tenant, tables.seat(seat)).seats()));
    }

    private static Optional<Seating> best(PlacementTables tables, Seating seating, Tenant tenant) {
        return all(tables, seating, tenant).filter(Seating::whole).reduce((one, other) -> other.soft() < one.soft() ? other : one);
    }

    private static Map<String, Long> broken(PlacementTables tables, Seating seating, Tenant tenant) {
        Map<String, Long> broken = new HashMap<>();
        all(tables, seating, tenant).filter(one -> !one.whole()).forEach(one -> {
            RunningScore score = new RunningScore(tables);
            score.load(one.seats());
            Part first = Stream.of(Part.values()).filter(part -> score.parts().get(part) > 0).findFirst().orElseThrow();
            broken.merge(first.broken(), 1L, Long::sum);
        });
        return broken;
    }
}
