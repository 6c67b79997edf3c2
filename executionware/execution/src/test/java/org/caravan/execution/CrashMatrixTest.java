package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The process really dies, at every step boundary and within every adapter call, and the next one makes it whole. */
class CrashMatrixTest {

    private static final int SIMULATED_KILLS = Integer.getInteger("crash.simulated", 240);
    private static final int LXC_KILLS = Integer.getInteger("crash.lxc", 36);

    @TempDir
    Path folder;

    /** A few places, in one move unless it ends before the last kill, as on a busy machine: the whole is below. */
    @Test
    void aSampleOfKillsOnSimulatedHostsConverges() throws Exception {
        whole(kill("simulated", 5, 5), 5);
    }

    /** In as many moves, undos and rollbacks as it takes, and none of the places left out. */
    @Test
    @Tag("slow")
    void everyKillOnSimulatedHostsConverges() throws Exception {
        CrashMatrix matrix = kill("simulated", SIMULATED_KILLS, 20);
        System.out.println(matrix.table.text());
        whole(matrix, SIMULATED_KILLS);
        assertThat(matrix.table.places()).containsAll(CrashChild.places());
    }

    @Test
    @Tag("slow")
    @ExtendWith(CrashBed.class)
    void killsOnContainersConverge() throws Exception {
        CrashMatrix matrix = kill("lxc", LXC_KILLS, 12);
        System.out.println(matrix.table.text());
        whole(matrix, LXC_KILLS);
    }

    private CrashMatrix kill(String world, int kills, int ofEach) throws IOException, InterruptedException {
        CrashMatrix matrix = new CrashMatrix(folder, world);
        for (long seed = Long.getLong("crash.seed", 1003); matrix.table.kills() < kills; seed += 4) {
            matrix.killThrough(seed, Math.min(ofEach, kills - matrix.table.kills()));
        }
        matrix.settle();
        return matrix;
    }

    private static void whole(CrashMatrix matrix, int kills) {
        assertThat(matrix.broken()).isEmpty();
        assertThat(matrix.table.kills()).as(matrix.table.text()).isGreaterThanOrEqualTo(kills);
        assertThat(matrix.table.converged()).as(matrix.table.text()).isEqualTo(matrix.table.kills());
        assertThat(matrix.table.counts().none()).as(matrix.table.text()).isTrue();
    }
}
