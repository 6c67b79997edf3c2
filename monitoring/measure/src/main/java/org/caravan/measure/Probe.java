package org.caravan.measure;

/** Port to the network. An order is carried out as given, or it throws {@link ProbeFault}. */
public interface Probe {

    ProbeResult take(ProbeOrder order);
}
