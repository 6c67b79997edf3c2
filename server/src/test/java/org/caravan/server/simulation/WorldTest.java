package org.caravan.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sample of the simulation; the whole is {@code ./caravan bench world}. */
@Tag("slow")
class WorldTest {

    private static final Duration DURATION = Duration.ofHours(2);
    private static final int SEEDS = Integer.getInteger("world.seeds", 6);

    @TempDir
    Path folder;

    private World.Ground ground;

    @BeforeEach
    void read() {
        ground = World.Ground.in(folder);
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
        assertThat(run(3, Planted.NONE).digest()).isEqualTo(run(3, Planted.NONE).digest()).isNotEqualTo(run(4, Planted.NONE).digest());
    }

    private History run(long seed, Planted planted) {
        return Worlds.run(ground, folder, seed, planted, DURATION);
    }
}
