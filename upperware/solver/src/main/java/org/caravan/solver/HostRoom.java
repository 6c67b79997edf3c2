package org.caravan.solver;

import java.util.Map;
import org.caravan.adapter.ObservedHost;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Reservation;

/** What other applications leave of hosts that were observed. */
final class HostRoom {

    private final Map<String, ObservedHost> observed;
    private final Map<String, Reservation> reserved;

    HostRoom(PlacementProblem problem, Map<String, ObservedHost> observed) {
        this.observed = observed;
        this.reserved = problem.reservedElsewhere();
    }

    /** In thousandths of a core. */
    long cpu(String hostId) {
        return observed.get(hostId).cpu().value() - reserved(hostId).cpu().value();
    }

    /** In bytes. */
    long memory(String hostId) {
        return observed.get(hostId).memory().value() - reserved(hostId).memory().value();
    }

    /** In bytes; the greatest number where the host does not say what it has. */
    long disk(String hostId) {
        long offered = observed.get(hostId).disk().value();
        return offered == 0 ? Long.MAX_VALUE : offered - reserved(hostId).diskBytes().value();
    }

    private Reservation reserved(String hostId) {
        return reserved.getOrDefault(hostId, Reservation.NOTHING);
    }
}
