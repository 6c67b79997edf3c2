package org.caravan.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A sample of the simulation; the whole is {@code ./caravan bench world}. */
class WorldTest {

    private static final Duration DURATION = Duration.ofHours(2);
    private static final int SEEDS = Integer.getInteger("world.seeds", 4);
    private static final int MOST_SEEDS = 40;

    @TempDir
    static Path folder;

    private static Ground ground;

    @BeforeAll
    static void read() {
        ground = Ground.in(folder);
    }

    @Test
    void invariantsHold() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            History history = run(seed, Planted.NONE);
            assertThat(history.violation()).as("seed " + seed + "\n" + String.join("\n", history.story())).isEmpty();
            assertThat(history.deployments()).isPositive();
        }
    }

    @Test
    void equalSeedsGiveEqualHistories() {
        History first = run(3, Planted.NONE);
        assertThat(run(3, Planted.NONE)).isEqualTo(first);
        assertThat(run(4, Planted.NONE).digest()).isNotEqualTo(first.digest());
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(value = Planted.class, names = {"LOST_DECISION", "STALE_LIST_BELIEVED", "REMOVAL_BEFORE_REPLACEMENT"})
    void plantedBugsAreFound(Planted bug) {
        String found = "";
        for (long seed = 1; found.isEmpty() && seed <= MOST_SEEDS; seed++) {
            found = run(seed, bug).violation().orElse("");
        }
        assertThat(found).startsWith(bug == Planted.REMOVAL_BEFORE_REPLACEMENT ? "below minimum: " : "lost: ");
    }

    private static History run(long seed, Planted planted) {
        return Worlds.run(ground, folder, seed, planted, DURATION);
    }
}
