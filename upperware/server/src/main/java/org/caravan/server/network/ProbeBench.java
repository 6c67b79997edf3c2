package org.caravan.server.network;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PassiveFigure;
import org.caravan.measure.Probe;
import org.caravan.measure.schedule.MachineAddresses;
import org.caravan.probe.lookout.Lookout;
import org.caravan.probe.lookout.LookoutSettings;

/** What probes are taken with: real machines, or simulated ones. */
interface ProbeBench {

    Probe probe(Infrastructure infrastructure);

    /** Addresses that hosts and vantages have now; a machine that does not answer is left out. */
    MachineAddresses addresses(Infrastructure infrastructure);

    /** What connections of applications tell of paths now; takes seconds at most. */
    default Collection<PassiveFigure> connections(Infrastructure infrastructure) {
        return List.of();
    }

    /**
     * Probing that goes on while the server is away; empty where nothing can.
     *
     * @param owner as {@link Lookout} has it
     */
    default Optional<Lookout> lookout(Infrastructure infrastructure, String owner, LookoutSettings settings) {
        return Optional.empty();
    }
}
