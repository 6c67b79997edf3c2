package org.caravan.solver.model;

/**
 * Position, the value of the planning variable: a host, or the fixed endpoint of a group of users.
 *
 * @param index index of the host in its tables; positions of users follow after all hosts
 * @param site index of the host's site; -1 for users
 * @param platform index of the host's platform (form kinds and architectures); -1 for users
 * @param cpuFree millicores left by other applications
 * @param memoryFree bytes left by other applications
 * @param cents contribution to the soft score if used: weighted cost per month in cents and idle power; 0 if others already pay for the
 * host
 * @param terms further resources of the host
 */
public record Position(int index, String hostId, int site, int platform, long cpuFree, long memoryFree, long cents, HostResources terms) {

    /** Index of no position: the instance is not placed. */
    public static final int NONE = -1;

    public Position(int index, String hostId, int site, int platform, long cpuFree, long memoryFree, long cents) {
        this(index, hostId, site, platform, cpuFree, memoryFree, cents, HostResources.NONE);
    }

    public static Position ofUsers(int index, String usersId) {
        return new Position(index, usersId, -1, -1, 0, 0, 0);
    }

    /** The part of {@code cents} that is money. */
    public long price() {
        return cents - terms.idle();
    }

    @Override
    public String toString() {
        return hostId;
    }
}
