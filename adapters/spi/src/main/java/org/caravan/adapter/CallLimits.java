package org.caravan.adapter;

/**
 * How many calls at once a provider bears, as its adapter knows it.
 *
 * @param changesPerHost calls that change one host; at least 1
 * @param changes calls that change any host of the provider; at least 1
 * @param looks calls that only look, at all hosts of the provider together; at least 1
 */
public record CallLimits(int changesPerHost, int changes, int looks) {

    /** Fit for small machines that are reached over SSH. */
    public static final CallLimits SMALL_MACHINES = new CallLimits(2, 8, 8);

    public CallLimits {
        if (changesPerHost < 1 || changes < 1 || looks < 1) {
            throw new IllegalArgumentException("a provider bears at least one call at once: " + changesPerHost
                    + " changes per host, " + changes + " changes, " + looks + " looks");
        }
    }
}
