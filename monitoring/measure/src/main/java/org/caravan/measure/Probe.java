package org.caravan.measure;

import java.util.List;

/** Port to the network: executes a probe order as given, or throws {@link ProbeFault}. */
public interface Probe {

    ProbeResult take(ProbeOrder order);

    /**
     * Splits the orders of a round into groups that are cheaper together than one by one. Each order is in exactly one group. Groups may be
     * taken concurrently.
     */
    default List<ProbeBatch> batches(List<ProbeOrder> orders) {
        return orders.stream().map(order -> (ProbeBatch) new ProbeBatch.Single(order, this)).toList();
    }
}
