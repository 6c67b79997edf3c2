package org.caravan.adapter;

import java.time.Duration;

/**
 * Rules by which a host restarts a copy whose process has ended. The first restart is immediate, the second follows after 1 s, and
 * each further pause doubles, up to {@link #LONGEST_PAUSE}. A copy that has run for {@link #RESET} starts again with the first
 * pause. The script {@code keeper.sh} has the same numbers; a test compares them.
 *
 * <p>The capped exponential back-off and the reset after ten minutes follow Kubernetes (CrashLoopBackOff). The first pauses are
 * shorter, because an edge site may have only one copy. As in Kubernetes, restarts never stop: a dependency, such as a database,
 * may recover while no server is reachable.
 */
public final class RestartPolicy {

    /** From this number of restarts on, a copy that is down is in a crash loop. */
    public static final int CRASH_LOOP = 5;
    public static final Duration LONGEST_PAUSE = Duration.ofSeconds(300);
    public static final Duration RESET = Duration.ofSeconds(600);

    private RestartPolicy() {}

    /** @param restart number of the restart since the server started the copy, or since it last ran for {@link #RESET}; from 1 */
    public static Duration pauseBefore(int restart) {
        if (restart < 1) {
            throw new IllegalArgumentException("restart " + restart + " is not counted from 1");
        }
        if (restart == 1) {
            return Duration.ZERO;
        }
        Duration doubled = Duration.ofSeconds(1L << Math.min(restart - 2, 20));
        return doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
    }
}
