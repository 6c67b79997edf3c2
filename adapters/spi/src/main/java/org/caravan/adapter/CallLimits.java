package org.caravan.adapter;

/**
 * Maximum numbers of concurrent calls to a provider, as known by its adapter.
 *
 * @param changesPerHost calls that change one host; at least 1
 * @param changes calls that change any host of the provider; at least 1
 * @param looks read-only calls to all hosts of the provider together; at least 1
 */
public record CallLimits(int changesPerHost, int changes, int looks) {

    /** Suitable for small machines reached over SSH. */
    public static final CallLimits SMALL_MACHINES = new CallLimits(2, 8, 8);

    public CallLimits {
        if (changesPerHost < 1 || changes < 1 || looks < 1) {
            throw new IllegalArgumentException("a provider bears at least one call at once: " + changesPerHost
                    + " changes per host, " + changes + " changes, " + looks + " looks");
        }
    }
}
