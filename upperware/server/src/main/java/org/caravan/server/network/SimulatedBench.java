package org.caravan.server.network;

import java.time.Clock;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.Probe;
import org.caravan.measure.schedule.MachineAddresses;
import org.caravan.probe.SimulatedProbe;

/** A network that is made up from the places of the sites. */
final class SimulatedBench implements ProbeBench {

    private static final long SEED = 1;

    private final Clock clock;
    private Infrastructure probed;
    private Probe probe;

    SimulatedBench(Clock clock) {
        this.clock = clock;
    }

    /** The same one for the same infrastructure: it counts, so that a second run gives other samples than the first. */
    @Override
    public synchronized Probe probe(Infrastructure infrastructure) {
        if (!infrastructure.equals(probed)) {
            probed = infrastructure;
            probe = new SimulatedProbe(infrastructure, SEED, clock);
        }
        return probe;
    }

    @Override
    public MachineAddresses addresses(Infrastructure infrastructure) {
        return SimulatedProbe.addresses(infrastructure);
    }
}
