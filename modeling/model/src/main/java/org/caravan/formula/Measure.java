package org.caravan.formula;

import java.util.ArrayList;
import java.util.List;

/**
 * Dimension of a value: the exponent of each base unit. Values are stored in these base units.
 *
 * @param seconds 1 for a duration, -1 for anything per time
 * @param bytes 1 for an amount of data
 * @param requests 1 for a number of requests
 * @param cents 1 for an amount of money, in cents of a euro
 */
public record Measure(int seconds, int bytes, int requests, int cents) {

    /** Counts, shares and all other values without a unit. */
    public static final Measure NUMBER = new Measure(0, 0, 0, 0);
    public static final Measure DURATION = new Measure(1, 0, 0, 0);
    public static final Measure DATA = new Measure(0, 1, 0, 0);
    public static final Measure DATA_RATE = new Measure(-1, 1, 0, 0);
    public static final Measure REQUEST_RATE = new Measure(-1, 0, 1, 0);
    public static final Measure COST = new Measure(-1, 0, 0, 1);

    public Measure times(Measure other) {
        return new Measure(seconds + other.seconds, bytes + other.bytes, requests + other.requests, cents + other.cents);
    }

    public Measure per(Measure other) {
        return new Measure(seconds - other.seconds, bytes - other.bytes, requests - other.requests, cents - other.cents);
    }

    /** Text for users: {@code a number}, {@code bytes per second}. */
    @Override
    public String toString() {
        List<String> above = new ArrayList<>();
        List<String> below = new ArrayList<>();
        add(bytes, "bytes", "byte", above, below);
        add(requests, "requests", "request", above, below);
        add(cents, "money", "money", above, below);
        add(seconds, "time", "time", above, below);
        String top = above.isEmpty() ? "a number" : String.join(" times ", above);
        return below.isEmpty() ? top : top + " per " + String.join(" per ", below);
    }

    private static void add(int times, String many, String one, List<String> above, List<String> below) {
        for (int i = 0; i < Math.abs(times); i++) {
            (times > 0 ? above : below).add(times > 0 ? many : one);
        }
    }
}
