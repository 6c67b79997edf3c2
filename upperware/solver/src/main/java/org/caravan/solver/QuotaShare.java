package org.caravan.solver;

/**
 * What renting a host takes of a quota.
 *
 * @param quota index of the {@link QuotaLeft}; -1 where using the host rents nothing that is bounded
 * @param cpu in thousandths of a core
 * @param memory in bytes
 */
record QuotaShare(int quota, long cpu, long memory) {

    static final QuotaShare NONE = new QuotaShare(-1, 0, 0);

    boolean bounded() {
        return quota >= 0;
    }

    /** Whether no quota is worse kept by who takes this instead of the other. */
    boolean asGoodAs(QuotaShare other) {
        return !bounded() || quota == other.quota && cpu <= other.cpu && memory <= other.memory;
    }
}
