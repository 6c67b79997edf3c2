package org.caravan.server.network;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PassiveFigure;
import org.caravan.measure.Probe;
import org.caravan.measure.schedule.MachineAddresses;
import org.caravan.probe.agent.ProbeAgent;
import org.caravan.probe.agent.ProbeAgentSettings;

/** Probe backend: real machines, or simulated ones. */
interface ProbeBackend {

    Probe probe(Infrastructure infrastructure);

    /** Current addresses of hosts and vantages. Unreachable machines are omitted. */
    MachineAddresses addresses(Infrastructure infrastructure);

    /** Passive measurements from application connections. Takes a few seconds at most. */
    default Collection<PassiveFigure> connections(Infrastructure infrastructure) {
        return List.of();
    }

    /**
     * The probe agents that continue without the server; empty if the backend does not support them.
     *
     * @param owner see {@link ProbeAgent}
     */
    default Optional<ProbeAgent> probeAgent(Infrastructure infrastructure, String owner, ProbeAgentSettings settings) {
        return Optional.empty();
    }
}
