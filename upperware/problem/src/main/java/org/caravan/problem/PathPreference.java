package org.caravan.problem;

/**
 * Objective by which a link, or the access of users to a component, chooses its path: the smallest contribution to the score. If no
 * latency goal refers to the link and contributions are equal, the path that is fastest for an average request.
 *
 * @param one traffic of one average request
 * @param goal traffic scaled so that its latency is the link's contribution to the weighted sum of latency goals
 * @param gib outgoing traffic at the far end, in GiB per month, not negative
 * @param costWeight weight of the cost goal; 0 if there is none, and then prices are ignored
 */
public record PathPreference(Traffic one, Traffic goal, double gib, double costWeight) {

    /** Points of the score per millisecond, as per cent, at weight 1. */
    public static final double POINTS_PER_MILLISECOND = 100;

    private static final double MILLIONTHS_PER_CENT = 10_000;

    /** Considers time only. */
    public PathPreference(Traffic one) {
        this(one, Traffic.NONE, 0, 0);
    }

    /** Traffic that decides between paths of equal cost: the goal's traffic, or one average request if no goal refers to the link. */
    public Traffic deciding() {
        return goal.isNone() ? one : goal;
    }

    /** Whether the price of a path matters. */
    public boolean mindsMoney() {
        return gib > 0 && costWeight > 0;
    }

    /** Cost in cents. @param gib amount in GiB @param price in millionths of a euro per GiB */
    public static double cents(double gib, double price) {
        return gib * price / MILLIONTHS_PER_CENT;
    }

    /**
     * Contribution of a path to the score, in points. @param milliseconds latency of the goal's traffic @param price in millionths of a
     * euro per GiB
     */
    double points(double milliseconds, double price) {
        return milliseconds * POINTS_PER_MILLISECOND + cents(gib, price) * costWeight;
    }
}
