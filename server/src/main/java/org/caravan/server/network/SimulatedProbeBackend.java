package org.caravan.server.network;

import java.time.Clock;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.Probe;
import org.caravan.measure.schedule.MachineAddresses;
import org.caravan.probe.SimulatedProbe;

/** Probe backend for a simulated network, whose figures derive from the locations of the sites. */
final class SimulatedProbeBackend implements ProbeBackend {

    private static final long SEED = 1;

    private final Clock clock;
    private final SimulatedLines lines;
    private Infrastructure probed;
    private Probe probe;

    SimulatedProbeBackend(SimulatedLines lines, Clock clock) {
        this.lines = lines;
        this.clock = clock;
    }

    /** Returns the same probe for the same infrastructure: the probe is stateful, so that a second run produces different samples. */
    @Override
    public synchronized Probe probe(Infrastructure infrastructure) {
        if (!infrastructure.equals(probed)) {
            probed = infrastructure;
            probe = new SimulatedProbe(infrastructure, SEED, clock, lines::now);
        }
        return probe;
    }

    @Override
    public MachineAddresses addresses(Infrastructure infrastructure) {
        return SimulatedProbe.addresses(infrastructure);
    }
}
