package org.caravan.solver;

/**
 * Where a tenant may sit: a host, or the fixed end of a group of users.
 *
 * @param index of the host in its tables; seats of users come after all hosts
 * @param site index of the host's site; -1 for users
 * @param platform index of what runs on it: kinds of forms and architectures; -1 for users
 * @param cpuFree thousandths of a core that other applications leave
 * @param memoryFree bytes that other applications leave
 * @param cents what using it adds to the soft score: cost per month in cents × weight, and what it takes idle of power; 0 where others pay it already
 * @param terms what else decides about using it
 */
record Seat(int index, String hostId, int site, int platform, long cpuFree, long memoryFree, long cents, Terms terms) {

    Seat(int index, String hostId, int site, int platform, long cpuFree, long memoryFree, long cents) {
        this(index, hostId, site, platform, cpuFree, memoryFree, cents, Terms.NONE);
    }

    static Seat ofUsers(int index, String usersId) {
        return new Seat(index, usersId, -1, -1, 0, 0, 0);
    }

    /** The part of its {@code cents} that is money. */
    long price() {
        return cents - terms.idle();
    }

    @Override
    public String toString() {
        return hostId;
    }
}
