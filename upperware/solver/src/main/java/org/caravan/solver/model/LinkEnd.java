package org.caravan.solver.model;

import org.caravan.problem.PathChoice;

/**
 * One end of a link with its demand on the uplink there.
 *
 * @param far whether it is the called end, at which the traffic of the link leaves
 * @param capacity what the demand is compared with; throughput and traffic are counted only for uplinks
 * @param instance index of the instance at this end
 * @param peer index of an instance, or the number of instances + index of users
 * @param min reservation of the instance on every uplink it uses, in bit/s
 * @param bits traffic of the link in bit/s
 */
public record LinkEnd(UplinkCapacities lines, LinkModel link, boolean far, Capacity capacity, int instance, int peer, long min, long bits) {

    /** Uplink at this end, path of responses, or the inbound direction of the caller's access link. */
    public enum Capacity { UPLINK, PATH, DOWNLINK }

    /** Reservation of an instance, independent of the uplink. */
    public record Reserver(int instance, long min) {}

    public Reserver reserver() {
        return new Reserver(instance, min);
    }

    /** Whether the link's traffic counts at this end. */
    public boolean carries() {
        return far && capacity == Capacity.UPLINK;
    }

    /** Returns null if the path ends at no potential bottleneck. */
    public UplinkCapacity line(Position position, Position peerPosition) {
        PathChoice path = path(position, peerPosition);
        if (path == null) {
            return null;
        }
        return switch (capacity) {
            case UPLINK -> lines.line(path, far);
            case PATH -> lines.path(path);
            case DOWNLINK -> lines.downlink(path);
        };
    }

    public long throughputOver(Position position, Position peerPosition) {
        return lines.throughputOver(path(position, peerPosition), link);
    }

    private PathChoice path(Position position, Position peerPosition) {
        return link.path(far ? link.relation(peerPosition, position) : link.relation(position, peerPosition));
    }
}
