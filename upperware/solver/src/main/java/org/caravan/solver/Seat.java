package org.caravan.solver;

/**
 * Where a tenant may sit: a host, or the fixed end of a group of users.
 *
 * @param index of the host in its tables; seats of users come after all hosts
 * @param site index of the host's site; -1 for users
 * @param platform index of what runs on it: kinds of forms and architectures; -1 for users
 * @param cpuFree thousandths of a core that other applications leave
 * @param memoryFree bytes that other applications leave
 * @param cents what using it adds to the soft score: cost per month in cents × weight; 0 where others pay it already
 */
record Seat(int index, String hostId, int site, int platform, long cpuFree, long memoryFree, long cents) {

    static Seat ofUsers(int index, String usersId) {
        return new Seat(index, usersId, -1, -1, 0, 0, 0);
    }

    @Override
    public String toString() {
        return hostId;
    }
}
