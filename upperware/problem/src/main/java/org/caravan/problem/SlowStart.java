package org.caravan.problem;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * Round trips in which a sender of TCP waits for acknowledgements, because its congestion window is smaller than the data that it has to
 * send. The window is 10 segments (RFC 6928), also on a connection that was idle (RFC 5681, section 4.1; RFC 2861), and doubles in each
 * round trip (slow start, RFC 5681, section 3.1). On a path whose window covers rate × RTT, the sender does not wait. Losses and the
 * congestion avoidance that follows them are not included.
 */
final class SlowStart {

    /** Segments of Ethernet's 1,500 bytes with the headers of IPv4 and TCP and with time stamps (RFC 7323). */
    private static final double SEGMENT_BYTES = 1_448;
    /** Initial window in bytes: 14.1 KiB. */
    static final double INITIAL_WINDOW = 10 * SEGMENT_BYTES;

    private static final double BITS_AND_MILLISECONDS = 8_000;
    /** Enough for more than a petabyte. */
    private static final int MOST_DOUBLINGS = 40;
    /** Share of messages that does not count. */
    private static final double NEVER = 1e-6;

    static final SlowStart NONE = new SlowStart(new double[0]);

    /** How often the sender waits after the window that doubled {@code index} times, by index; not negative. */
    private final double[] waits;

    private SlowStart(double[] waits) {
        this.waits = waits;
    }

    /** Of one message of this size: ceil(log2(bytes / window + 1)) - 1 round trips. @param bytes not negative */
    static SlowStart of(double bytes) {
        return of(sent -> bytes > sent ? 1 : 0);
    }

    /** Of one message whose size varies. @param above share of messages with more than so many bytes; decreases to 0 */
    static SlowStart of(DoubleUnaryOperator above) {
        double[] waits = new double[MOST_DOUBLINGS];
        int doublings = 0;
        for (double sent = INITIAL_WINDOW; doublings < MOST_DOUBLINGS && above.applyAsDouble(sent) > NEVER; doublings++) {
            waits[doublings] = above.applyAsDouble(sent);
            sent = 2 * sent + INITIAL_WINDOW;
        }
        return doublings == 0 ? NONE : new SlowStart(Arrays.copyOf(waits, doublings));
    }

    /** The greater one of each wait. */
    SlowStart atLeast(SlowStart other) {
        if (waits.length < other.waits.length) {
            return other.atLeast(this);
        }
        double[] greater = waits.clone();
        for (int index = 0; index < other.waits.length; index++) {
            greater[index] = Math.max(greater[index], other.waits[index]);
        }
        return waits.length == 0 ? NONE : new SlowStart(greater);
    }

    SlowStart plus(SlowStart other) {
        if (waits.length == 0 || other.waits.length == 0) {
            return waits.length == 0 ? other : this;
        }
        double[] sum = Arrays.copyOf(waits, Math.max(waits.length, other.waits.length));
        for (int index = 0; index < other.waits.length; index++) {
            sum[index] += other.waits[index];
        }
        return new SlowStart(sum);
    }

    /** @param factor not negative; nothing remains of 0 */
    SlowStart times(double factor) {
        return waits.length == 0 || factor == 0 ? NONE : new SlowStart(Arrays.stream(waits).map(each -> each * factor).toArray());
    }

    boolean isNone() {
        return waits.length == 0;
    }

    /**
     * Time spent waiting, in addition to bytes / rate. Together with it, a path that is nearer and faster is never slower.
     *
     * @param rtt in ms
     * @param rate in bit/s, above 0; infinite if unknown
     */
    double milliseconds(double rtt, double rate) {
        double sum = 0;
        double sending = INITIAL_WINDOW * BITS_AND_MILLISECONDS / rate;
        for (int index = 0; index < waits.length && sending < rtt; index++, sending *= 2) {
            sum += waits[index] * (rtt - sending);
        }
        return sum;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SlowStart same && Arrays.equals(waits, same.waits);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(waits);
    }

    @Override
    public String toString() {
        return Arrays.toString(waits);
    }
}
