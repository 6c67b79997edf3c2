package org.caravan.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.caravan.server.simulation.Fault.Kind.HOST_DIES;
import static org.caravan.server.simulation.Fault.Kind.MESSAGE_LOST;
import static org.caravan.server.simulation.Fault.Kind.PATH_CUT;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Worlds in which the simulation found something, shrunk to the faults that it takes. */
class FoundWorldsTest {

    @TempDir
    static Path folder;

    private static World.Ground ground;

    @BeforeAll
    static void read() {
        ground = World.Ground.in(folder);
    }

    /** The simulation itself lost a message after the end of all faults. */
    @Test
    void calmWorldLosesNoMessage() {
        assertThat(violation(15, new Fault(5_697, PATH_CUT, "west-2", 453, 24), new Fault(5_773, MESSAGE_LOST, "0", 2, 40),
                new Fault(11_484, MESSAGE_LOST, "0", 6, 49))).isEmpty();
    }

    /** A later plan gave its address to the successor in the same site. */
    @Test
    void lostHostComesBackWithItsCopy() {
        assertThat(violation(48, new Fault(7_170, HOST_DIES, "core-1", 771, 6), new Fault(7_370, PATH_CUT, "east-1", 175, 57),
                new Fault(7_419, HOST_DIES, "east-2", 1_400, 22))).isEmpty();
    }

    private static String violation(long seed, Fault... faults) {
        return World.run(ground, folder, seed, List.of(faults), Duration.ofHours(4), Worlds.servers(seed), Planted.NONE).violation()
                .orElse("");
    }
}
