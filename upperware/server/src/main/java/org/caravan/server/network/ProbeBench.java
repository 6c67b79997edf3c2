package org.caravan.server.network;

import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.Probe;
import org.caravan.measure.schedule.MachineAddresses;

/** What probes are taken with: real machines, or simulated ones. */
interface ProbeBench {

    Probe probe(Infrastructure infrastructure);

    /** Addresses that hosts and vantages have now; a machine that does not answer is left out. */
    MachineAddresses addresses(Infrastructure infrastructure);
}
