package org.caravan.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * How tests wait that say nothing else: they look at once, then often, and for as long as a busy machine may take. Only a test that fails
 * waits all of it.
 */
public final class Waits implements LauncherSessionListener {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(20);

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(LIMIT);
        Awaitility.setDefaultPollDelay(Duration.ZERO);
        Awaitility.setDefaultPollInterval(PAUSE);
        // Threads of other tests are not this one's matter, nor are readers of processes that end.
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
    }
}
