package org.caravan.solver.model;

import org.caravan.problem.PathChoice;

/**
 * One end of a link with its demand on the uplink there.
 *
 * @param far whether it is the called end, at which the traffic of the link leaves
 * @param tenant index of the instance at this end
 * @param peer index of an instance, or the number of instances + index of users
 * @param min reservation of the instance on every uplink it uses, in bit/s
 * @param bits traffic of the link in bit/s
 */
public record LinkEnd(UplinkCapacities lines, LinkModel link, boolean far, int tenant, int peer, long min, long bits) {

    /** Reservation of an instance, independent of the uplink. */
    public record Reserver(int tenant, long min) {}

    public Reserver reserver() {
        return new Reserver(tenant, min);
    }

    /** Returns null if the path ends at no potential bottleneck. */
    public UplinkCapacity line(Position seat, Position peerSeat) {
        PathChoice path = path(seat, peerSeat);
        return path == null ? null : lines.line(path, far);
    }

    public long throughputOver(Position seat, Position peerSeat) {
        return lines.throughputOver(path(seat, peerSeat), bits);
    }

    private PathChoice path(Position seat, Position peerSeat) {
        return link.path(far ? link.relation(peerSeat, seat) : link.relation(seat, peerSeat));
    }
}
