package org.caravan.solver.build;

import java.util.HashMap;
import java.util.Map;
import org.caravan.adapter.ObservedHost;
import org.caravan.infrastructure.HostType;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Reservation;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** Residual capacity of observed hosts after reservations of other applications. */
final class ResidualCapacity {

    private final Map<String, ObservedHost> observed;
    private final Map<String, Reservation> reserved;
    private final Map<String, HostType> types = new HashMap<>();

    ResidualCapacity(PlacementProblem problem, Map<String, ObservedHost> observed) {
        this.observed = observed;
        this.reserved = problem.reservedElsewhere();
        reserved.keySet().stream().filter(observed::containsKey)
                .forEach(hostId -> types.put(hostId, problem.infrastructure().hostTypeOf(hostId)));
    }

    /** Free CPU in millicores. */
    long cpu(String hostId) {
        return taken(hostId) ? 0 : observed.get(hostId).cpu().value() - reserved(hostId).cpu().value();
    }

    /** Free memory in bytes. */
    long memory(String hostId) {
        return taken(hostId) ? 0 : observed.get(hostId).memory().value() - reserved(hostId).memory().value();
    }

    /** Free disk in bytes; {@link Long#MAX_VALUE} if the host does not report its disk. */
    long disk(String hostId) {
        long offered = observed.get(hostId).disk().value();
        return offered == 0 ? Long.MAX_VALUE : offered - reserved(hostId).diskBytes().value();
    }

    /**
     * GPUs that are left of those of its type and of those it reports; a virtual machine of another application has all of them. Not
     * negative, because a host that reports fewer than before still runs what needs none.
     */
    long gpus(String hostId, int ofType) {
        ObservedHost host = observed.get(hostId);
        int offered = host == null ? 0 : Math.min(ofType, host.gpus().orElse(ofType));
        return taken(hostId) ? 0 : Math.max(0, offered - reserved(hostId).gpuCount());
    }

    /** CPU that a virtual machine reserves: all of the host. */
    MilliCores wholeCpu(String hostId) {
        return observed.get(hostId).cpu();
    }

    Bytes wholeMemory(String hostId) {
        return observed.get(hostId).memory();
    }

    /**
     * Whether another application reserves the whole host type, as a virtual machine does. The observed host can be slightly larger than
     * its type.
     */
    private boolean taken(String hostId) {
        HostType type = types.get(hostId);
        return type != null && reserved(hostId).cpu().compareTo(type.cpu()) >= 0 && reserved(hostId).memory().compareTo(type.memory()) >= 0;
    }

    private Reservation reserved(String hostId) {
        return reserved.getOrDefault(hostId, Reservation.NOTHING);
    }
}
