package org.caravan.solver.model;

import org.caravan.problem.PathChoice;

/**
 * One end of a link with its demand on the uplink there.
 *
 * @param far whether it is the called end, at which the traffic of the link leaves
 * @param onPath whether the capacity is that of the path instead of the uplink; then the throughput and the traffic are not counted again
 * @param instance index of the instance at this end
 * @param peer index of an instance, or the number of instances + index of users
 * @param min reservation of the instance on every uplink it uses, in bit/s
 * @param bits traffic of the link in bit/s
 */
public record LinkEnd(UplinkCapacities lines, LinkModel link, boolean far, boolean onPath, int instance, int peer, long min, long bits) {

    /** Reservation of an instance, independent of the uplink. */
    public record Reserver(int instance, long min) {}

    public Reserver reserver() {
        return new Reserver(instance, min);
    }

    /** Whether the link's traffic counts at this end. */
    public boolean carries() {
        return far && !onPath;
    }

    /** Returns null if the path ends at no potential bottleneck. */
    public UplinkCapacity line(Position position, Position peerPosition) {
        PathChoice path = path(position, peerPosition);
        return path == null ? null : onPath ? lines.path(path) : lines.line(path, far);
    }

    public long throughputOver(Position position, Position peerPosition) {
        return lines.throughputOver(path(position, peerPosition), link);
    }

    private PathChoice path(Position position, Position peerPosition) {
        return link.path(far ? link.relation(peerPosition, position) : link.relation(position, peerPosition));
    }
}
