package org.caravan.solver.model;

import java.util.List;
import org.caravan.infrastructure.Quota;

/**
 * Remaining quota after usage by other applications: {@link Long#MAX_VALUE} if not limited, negative if already exceeded. A plan that
 * provisions nothing never violates it.
 *
 * @param index position among the quotas of its problem
 * @param siteId site at which the quota applies
 * @param cpu in millicores
 * @param memory in bytes
 */
public record QuotaLeft(int index, String siteId, String provider, Quota quota, long cpu, long memory, long hosts) {

    /** Hard points per machine beyond the quota. */
    private static final long HOST = 1_000;

    /** Hard penalty of provisioned resources. */
    public long over(long rentedCpu, long rentedMemory, long rentedHosts) {
        return rentedHosts == 0 ? 0 : PenaltyWeights.cpuOver(rentedCpu, cpu) + PenaltyWeights.memoryOver(rentedMemory, memory)
                + HOST * Math.max(0, rentedHosts - hosts);
    }

    /** Hard penalty of the hosts in use. */
    public long over(List<Position> rented) {
        return over(rented.stream().mapToLong(position -> position.terms().rented().cpu()).sum(),
                rented.stream().mapToLong(position -> position.terms().rented().memory()).sum(), rented.size());
    }

    /** For example {@code the quota of openstack at lab (20.000 cores, 10 hosts)}. */
    @Override
    public String toString() {
        return "the quota of " + provider + " at " + siteId + " (" + quota + ")";
    }
}
