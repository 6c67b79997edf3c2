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

    /** Here and there in one move: the whole is below. */
    @Test
    void aSampleOfKillsOnSimulatedHostsConverges() throws Exception {
        CrashMatrix matrix = new CrashMatrix(folder, "simulated");
        matrix.killThrough(1003, 3, 19, 5);
        matrix.settle();
        assertThat(matrix.converged()).as(matrix.table()).isEqualTo(matrix.kills()).isEqualTo(5);
    }

    /** Every moment of as many moves as it takes. */
    @Test
    @Tag("slow")
    void everyKillOnSimulatedHostsConverges() throws Exception {
        report(kill("simulated", SIMULATED_KILLS, 1), SIMULATED_KILLS);
    }

    @Test
    @Tag("slow")
    @ExtendWith(CrashBed.class)
    void killsOnContainersConverge() throws Exception {
        report(kill("lxc", LXC_KILLS, 5), LXC_KILLS);
    }

    private CrashMatrix kill(String world, int kills, int stride) throws IOException, InterruptedException {
        CrashMatrix matrix = new CrashMatrix(folder, world);
        for (long seed = Long.getLong("crash.seed", 1003); matrix.kills() < kills; seed += 4) {
            matrix.killThrough(seed, (int) (seed / 4 % stride), stride, kills);
        }
        matrix.settle();
        return matrix;
    }

    private static void report(CrashMatrix matrix, int kills) {
        System.out.println(matrix.table());
        assertThat(matrix.kills()).isGreaterThanOrEqualTo(kills);
        assertThat(matrix.converged()).isEqualTo(matrix.kills());
    }
}
