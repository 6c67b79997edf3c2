package org.caravan.solver.model;

/**
 * Quota usage of provisioning a host.
 *
 * @param quota index of the {@link QuotaLeft}; -1 if the host counts towards no quota
 * @param cpu in millicores
 * @param memory in bytes
 */
public record QuotaShare(int quota, long cpu, long memory) {

    public static final QuotaShare NONE = new QuotaShare(-1, 0, 0);

    public boolean bounded() {
        return quota >= 0;
    }

    /** Whether this uses no more of any quota than the other. */
    boolean asGoodAs(QuotaShare other) {
        return !bounded() || quota == other.quota && cpu <= other.cpu && memory <= other.memory;
    }
}
