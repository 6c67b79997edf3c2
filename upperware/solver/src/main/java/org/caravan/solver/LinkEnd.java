package org.caravan.solver;

import org.caravan.problem.PathChoice;

/**
 * One end of a link, with what it asks of the line there.
 *
 * @param far whether it is the end that answers, which is where what the link carries leaves
 * @param tenant index of who is there
 * @param peer index of a tenant, or the number of tenants + index of users
 * @param min bit/s that the tenant reserves on every line it uses
 * @param bits that cross the link per second
 */
record LinkEnd(Lines lines, LinkTable link, boolean far, int tenant, int peer, long min, long bits) {

    /** Who reserves, apart from where. */
    record Reserver(int tenant, long min) {}

    Reserver reserver() {
        return new Reserver(tenant, min);
    }

    /** Null where it ends on none that could become too narrow. */
    Line line(Seat seat, Seat peerSeat) {
        PathChoice path = path(seat, peerSeat);
        return path == null ? null : lines.line(path, far);
    }

    long throughputOver(Seat seat, Seat peerSeat) {
        return lines.throughputOver(path(seat, peerSeat), bits);
    }

    private PathChoice path(Seat seat, Seat peerSeat) {
        return link.path(far ? link.relation(peerSeat, seat) : link.relation(seat, peerSeat));
    }
}
