package org.caravan.adapter.testkit;

import java.util.Locale;
import org.caravan.adapter.testkit.BandwidthTraffic.Received;

/**
 * Rates of a copy that has min 2 and max 4 Mbit/s on a full uplink of 20 Mbit/s, gets min 12, and then its former bandwidth again. Rates in
 * Mbit/s, times in ms.
 *
 * @param raising duration of the first change
 * @param up time from the begin of the first change until 90 % of its minimum are reached
 * @param lowering duration of the second change
 * @param down time from the begin of the second change until the rate is at most 10 % above its maximum
 * @param most limit of the times
 */
public record BandwidthChange(double before, long raising, long up, double high, long lowering, long down, double low, int most) {

    /** Time after the begin of a change within which it acts on a machine that is not overloaded. */
    public static final int MOST_MS = 2_000;
    /** Time after a change in which rates settle. */
    private static final int SETTLED_MS = 1_000;

    /** Bounds of the rates before, between and after the changes. */
    private static final double LOW_LEAST = 2 * 0.97;
    private static final double LOW_MOST = 4 * 1.05;
    private static final double HIGH_LEAST = 12 * 0.97;
    /** Rates at which the changes act. */
    private static final double RAISED = 12 * 0.9;
    private static final double LOWERED = 4 * 1.1;

    /** Begin and end of a call that changes the bandwidth, in ms since 1970. */
    public record Call(long begin, long end) {

        long lasted() {
            return end - begin;
        }
    }

    /** @param end of the time after the second change, in ms since 1970 */
    public static BandwidthChange of(Received received, Call raised, Call lowered, long end, int most) {
        return new BandwidthChange(received.rate(raised.begin() - 2_000, raised.begin()), raised.lasted(),
                received.first(raised.begin(), rate -> rate >= RAISED),
                received.rate(Math.max(raised.begin() + most, raised.end() + SETTLED_MS), lowered.begin()), lowered.lasted(),
                received.first(lowered.begin(), rate -> rate <= LOWERED),
                received.rate(Math.max(lowered.begin() + most, lowered.end() + SETTLED_MS), end), most);
    }

    private boolean rates() {
        return before >= LOW_LEAST && before <= LOW_MOST && high >= HIGH_LEAST && low <= LOW_MOST;
    }

    /** Whether both changes act within the limit, and the rates are right afterwards. */
    public boolean inTime() {
        return rates() && up <= most && down <= most;
    }

    /** Whether the rates are right, however long the calls took. */
    public boolean effective() {
        return inTime() || rates() && up <= raising + MOST_MS && down <= lowering + MOST_MS;
    }

    /** Figures with their bounds. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f Mbit/s with max 4 (%.2f to %.2f); min 12 set in %d ms, %.1f Mbit/s reached after %d ms "
                + "(at most %d), then %.2f (at least %.2f); max 4 set in %d ms, %.1f Mbit/s reached after %d ms (at most %d), then %.2f "
                + "(at most %.2f)", before, LOW_LEAST, LOW_MOST, raising, RAISED, up, most, high, HIGH_LEAST, lowering, LOWERED, down, most,
                low, LOW_MOST);
    }
}
