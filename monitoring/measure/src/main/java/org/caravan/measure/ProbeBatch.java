package org.caravan.measure;

import java.util.List;
import java.util.function.BooleanSupplier;

/** Orders of a round that a probe takes together, for example by one command on a machine. */
public interface ProbeBatch {

    List<ProbeOrder> orders();

    /**
     * Takes orders and blocks until all have ended. Each order that was started ends with one call of the outcome.
     *
     * @param admitted those of {@link #orders} that may run and were not taken before; a flow may be shorter than there
     * @param stopped whether no further order may start; orders that were started complete. Thread-safe
     */
    void take(List<ProbeOrder> admitted, BooleanSupplier stopped, Outcome outcome);

    /** Receives the end of each order. An exception that it throws ends the batch. */
    interface Outcome {

        void taken(ProbeOrder order, ProbeResult result);

        void failed(ProbeOrder order, ProbeFault fault);
    }

    /** One order. */
    record Single(ProbeOrder order, Probe probe) implements ProbeBatch {

        @Override
        public List<ProbeOrder> orders() {
            return List.of(order);
        }

        @Override
        public void take(List<ProbeOrder> admitted, BooleanSupplier stopped, Outcome outcome) {
            for (ProbeOrder one : admitted) {
                if (stopped.getAsBoolean()) {
                    return;
                }
                ProbeResult result;
                try {
                    result = probe.take(one);
                } catch (ProbeFault fault) {
                    outcome.failed(one, fault);
                    continue;
                }
                outcome.taken(one, result);
            }
        }
    }
}
