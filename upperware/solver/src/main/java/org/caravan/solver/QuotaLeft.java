package org.caravan.solver;

import java.util.List;
import org.caravan.infrastructure.Quota;

/**
 * What other applications leave of a quota; what is not bounded is the greatest number, and what they exceed already is negative. Who rents nothing
 * keeps it all the same.
 *
 * @param index place among the quotas of its problem
 * @param siteId where it holds
 * @param cpu in thousandths of a core
 * @param memory in bytes
 */
record QuotaLeft(int index, String siteId, String provider, Quota quota, long cpu, long memory, long hosts) {

    /** Hard points of a machine too many. */
    private static final long HOST = 1_000;

    /** Hard penalty of what is rented. */
    long over(long rentedCpu, long rentedMemory, long rentedHosts) {
        return rentedHosts == 0 ? 0 : HardWeight.cpuOver(rentedCpu, cpu) + HardWeight.memoryOver(rentedMemory, memory)
                + HOST * Math.max(0, rentedHosts - hosts);
    }

    /** The same of seats in use. */
    long over(List<Seat> rented) {
        return over(rented.stream().mapToLong(seat -> seat.terms().rented().cpu()).sum(),
                rented.stream().mapToLong(seat -> seat.terms().rented().memory()).sum(), rented.size());
    }

    /** For example {@code the quota of openstack at lab (20.000 cores, 10 hosts)}. */
    @Override
    public String toString() {
        return "the quota of " + provider + " at " + siteId + " (" + quota + ")";
    }
}
