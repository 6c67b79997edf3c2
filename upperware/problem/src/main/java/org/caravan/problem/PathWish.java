package org.caravan.problem;

/**
 * What a link, or users' way to a component, asks of its path: the one that adds least to the score is the best. Where they add the same, since no goal
 * on latency names the link, the one that takes an average request soonest.
 *
 * @param one of one average request
 * @param goal such that its latency is the link's part in the weighted sum of latency goals
 * @param gib that leave by its far end in a month, not negative
 * @param costWeight of the goal on cost; 0 where there is none, and no path is taken for its price
 */
public record PathWish(Traffic one, Traffic goal, double gib, double costWeight) {

    /** Points of the score for a millisecond, as of a cent, at weight 1. */
    public static final double POINTS_PER_MILLISECOND = 100;

    private static final double MILLIONTHS_PER_CENT = 10_000;

    /** One that minds time alone. */
    public PathWish(Traffic one) {
        this(one, Traffic.NONE, 0, 0);
    }

    /** What decides between paths that cost the same: what goals name of the link, or one average request where they name nothing. */
    public Traffic deciding() {
        return goal.isNone() ? one : goal;
    }

    /** Whether the price of a path decides anything. */
    public boolean mindsMoney() {
        return gib > 0 && costWeight > 0;
    }

    /** Cents of so many GiB. @param price in millionths of a euro per GiB */
    public static double cents(double gib, double price) {
        return gib * price / MILLIONTHS_PER_CENT;
    }

    /** Points of the score by a path. @param milliseconds that the goal's traffic takes by it @param price in millionths of a euro per GiB */
    double points(double milliseconds, double price) {
        return milliseconds * POINTS_PER_MILLISECOND + cents(gib, price) * costWeight;
    }
}
