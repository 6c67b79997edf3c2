package org.caravan.measure.run;

import java.util.List;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;

/**
 * Progress of a probe run.
 *
 * @param done orders that were executed, failed or skipped
 * @param total orders known so far; it grows at the start of each phase, because later phases depend on earlier results
 * @param sent bytes on the wire of all probes, both directions
 * @param took time since the start of the run
 * @param faults messages in the order of their occurrence; a run with faults still ends as DONE
 * @param pairs cost by path; paths without a successful probe are absent
 */
public record ProbeProgress(
        State state, int done, int total, Bytes sent, Millis took, List<String> faults, List<PairVolume> pairs) {

    /** Starts as READY, then RUNNING; the other states are final. */
    public enum State {
        READY,
        RUNNING,
        DONE,
        CANCELLED,
        /** Samples could not be stored, or a probe failed with an unexpected exception; the last fault gives the cause. */
        FAILED
    }

    public ProbeProgress {
        faults = List.copyOf(faults);
        pairs = List.copyOf(pairs);
    }
}
