package org.caravan.maven;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import org.apache.maven.plugin.logging.Log;
import org.caravan.client.Display;
import org.caravan.diagnostic.VisibleText;

/** Display on a build log, which cannot overwrite lines: shows progress as occasional lines. */
final class BuildLog implements Display {

    private static final long BETWEEN_NANOS = 10_000_000_000L;

    private final Log log;
    private final LongSupplier nanos;
    private long lastSaid;

    /** @param nanos monotonic clock in nanoseconds */
    BuildLog(Log log, LongSupplier nanos) {
        this.log = log;
        this.nanos = nanos;
        this.lastSaid = nanos.getAsLong();
    }

    @Override
    public void line(String text) {
        VisibleText.of(text).lines().forEach(log::info);
        lastSaid = nanos.getAsLong();
    }

    @Override
    public void diff(String text) {
        line(text);
    }

    @Override
    public void bar(int done, int total, String what, OptionalDouble secondsLeft) {
        if (nanos.getAsLong() - lastSaid >= BETWEEN_NANOS) {
            line(done + " of " + total + " " + what + (secondsLeft.isPresent()
                    ? String.format(Locale.ROOT, ", about %.0f s left", Math.max(1, secondsLeft.getAsDouble())) : ""));
        }
    }
}
