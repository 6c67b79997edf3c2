package org.caravan.testing;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Programs that tests start have their time: who waits for one that never ends, or reads what it never writes, fails instead. */
public final class Lifetime {

    /** Only a program that hangs takes it. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private Lifetime() {}

    /**
     * Killed after ten minutes with all that it started, unless it ended before: what waits for its exit code gets 137 then.
     *
     * @return the program itself
     */
    public static Process limited(Process program) {
        return limited(program, LIMIT);
    }

    /** The same of one that may take longer, or must not take as long. */
    public static Process limited(Process program, Duration limit) {
        CompletableFuture<Process> late = new CompletableFuture<Process>()
                .completeOnTimeout(program, limit.toMillis(), TimeUnit.MILLISECONDS);
        late.thenAccept(Lifetime::kill);
        program.onExit().thenRun(() -> late.cancel(false));
        return program;
    }

    private static void kill(Process program) {
        program.descendants().forEach(ProcessHandle::destroyForcibly);
        program.destroyForcibly();
    }
}
