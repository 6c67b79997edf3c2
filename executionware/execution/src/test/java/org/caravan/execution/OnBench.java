package org.caravan.execution;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.caravan.plan.DeploymentPlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Three plans for one application, and hosts in memory to carry them out on. */
abstract class OnBench {

    @TempDir
    Path folder;

    Bench bench;
    final DeploymentPlan first = Plans.frontAndDb("host-11", "host-21", Optional.empty());
    final DeploymentPlan frontMoves = Plans.frontAndDb("host-31", "host-21", Optional.of(first));
    final DeploymentPlan dbMoves = Plans.frontAndDb("host-11", "host-31", Optional.of(first));

    @BeforeEach
    void open() {
        bench = new Bench(folder.resolve("journal.db"));
    }

    @AfterEach
    void close() {
        bench.close();
    }

    DeploymentPlan target() {
        return bench.store.target(first.application()).orElseThrow().plan();
    }

    void onCall(String name, Runnable action) {
        bench.world.hook = (call, before) -> {
            if (before && call.equals(name)) {
                action.run();
            }
        };
    }

    static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
