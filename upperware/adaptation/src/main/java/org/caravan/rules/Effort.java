package org.caravan.rules;

/**
 * What an action changes.
 *
 * @param moves copies that run well and change their host
 * @param starts copies that are created
 * @param stops copies that are removed
 */
public record Effort(int moves, int starts, int stops) {

    public static final Effort NONE = new Effort(0, 0, 0);

    public Effort {
        if (moves < 0 || starts < 0 || stops < 0) {
            throw new IllegalArgumentException("an effort is not negative: " + moves + " " + starts + " " + stops);
        }
    }

    /** Starts plus stops: what a flap budget counts. */
    public int flaps() {
        return starts + stops;
    }
}
