package org.caravan.probe.lookout;

import java.time.Duration;

/**
 * How a lookout behaves.
 *
 * @param after it begins when it was not visited for so long; whole seconds
 * @param alone it ends when it was not visited for so long
 * @param mostWaiting results in its spool, of about 250 bytes each; when there are more the oldest go
 * @param fetchedAtOnce results that one visit fetches
 */
public record LookoutSettings(Duration after, Duration alone, int mostWaiting, int fetchedAtOnce) {

    public LookoutSettings(Duration after, Duration alone) {
        this(after, alone, 20_000, 500);
    }
}
