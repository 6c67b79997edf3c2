package org.caravan.measure;

/** Port to the network: executes a probe order as given, or throws {@link ProbeFault}. */
public interface Probe {

    ProbeResult take(ProbeOrder order);
}
