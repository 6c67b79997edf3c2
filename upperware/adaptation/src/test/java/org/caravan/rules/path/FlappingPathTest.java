package org.caravan.rules.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import org.caravan.rules.path.PathFinding.PathWorse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Lines that go up and down, on a virtual clock. The application uses line a or line b. Whenever its line counts as worse, and nothing
 * limits it, it moves to the other one: if both come and go in turn, the other one is up at that time.
 */
class FlappingPathTest {

    private static final PathPause PAUSE = new PathPause(Duration.ofMinutes(30));

    /** Half of a period is up, half is down. */
    private static boolean up(int second, int half) {
        return second / half % 2 == 0;
    }

    @ParameterizedTest
    @CsvSource({
            "30, 600, 10, 1", "30, 600, 15, 1", "30, 600, 25, 1", "30, 600, 60, 1",
            "120, 3600, 10, 2", "120, 3600, 15, 2", "120, 3600, 30, 2", "120, 3600, 60, 2"})
    void movesOnlyOnceInTenMinutesAndTwiceInAnHour(int half, int lasts, int period, int most) {
        assertThat(moves(lasts, period, second -> up(second, half), second -> true)).as("line a comes and goes")
                .hasSizeLessThanOrEqualTo(1);
        List<Instant> both = moves(lasts, period, second -> up(second, half), second -> !up(second, half));
        System.out.println("lines up and down every " + half + " s for " + lasts / 60 + " min, probed every " + period + " s: "
                + both.size()
                + " moves");
        assertThat(both).as("both lines come and go in turn").hasSizeLessThanOrEqualTo(most);
    }

    /** @param period between probes, in s; a measurement that shows a worse path is repeated 2 s later */
    private static List<Instant> moves(int lasts, int period, IntPredicate a, IntPredicate b) {
        List<Instant> moves = new ArrayList<>();
        Set<String> decided = new HashSet<>();
        String line = "a";
        int plan = 0;
        int next = 0;
        try (PathRules rules = PathRules.of(PathWorseTest.SETTINGS)) {
            for (int second = 0; second < lasts; second++) {
                if (second < next) {
                    continue;
                }
                Instant now = PathWorseTest.ZERO.plusSeconds(second);
                boolean up = (line.equals("a") ? a : b).test(second);
                List<PathFinding> found = rules.evaluate(new PathRound(now, 9, 1, List.of(
                        PathWorseTest.look(line, now, 20.0, up ? Double.valueOf(20) : null))));
                next = second + (found.stream().anyMatch(PathFinding.Suspected.class::isInstance) ? 2 : period);
                for (PathFinding one : found) {
                    boolean limited = PAUSE.of(moves.isEmpty() ? Optional.empty() : Optional.of(moves.get(moves.size() - 1)), now)
                            .isPresent();
                    if (one instanceof PathWorse worse && !limited && decided.add(plan + line + worse.since() + worse.attempt())) {
                        moves.add(now);
                        line = line.equals("a") ? "b" : "a";
                        plan++;
                    }
                }
            }
        }
        return moves;
    }
}
