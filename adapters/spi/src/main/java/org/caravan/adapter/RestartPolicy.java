package org.caravan.adapter;

import java.time.Duration;

/**
 * When a host starts a copy again whose process has ended, without being asked. The first restart follows at once, the second after
 * 1 s, each further one after twice the time, at most {@link #LONGEST_PAUSE}. A copy that has run for {@link #RESET} begins again at
 * the first. Hosts have the same numbers in {@code keeper.sh}; a test compares them.
 *
 * <p>The doubling pause with an upper limit, and the reset after ten minutes, are those of Kubernetes (CrashLoopBackOff); the first
 * pauses are shorter, because a copy at the edge may be the only one. Like there, a copy in a crash loop is never given up: what it
 * waits for, such as a database, may come back while no server can be reached.
 */
public final class RestartPolicy {

    /** From so many restarts on, a copy that is down is in a crash loop. */
    public static final int CRASH_LOOP = 5;
    public static final Duration LONGEST_PAUSE = Duration.ofSeconds(300);
    public static final Duration RESET = Duration.ofSeconds(600);

    private RestartPolicy() {}

    /** @param restart which one it is since the server started the copy or since it last ran for {@link #RESET}; from 1 */
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
