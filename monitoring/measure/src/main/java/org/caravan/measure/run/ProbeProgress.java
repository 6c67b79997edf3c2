package org.caravan.measure.run;

import java.util.List;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;

/**
 * How far a probe run is.
 *
 * @param done orders carried out or given up
 * @param total orders known so far; it grows when a phase shows what the next one needs
 * @param sent on the wire by all probes, both directions
 * @param took since the start of the run
 * @param faults in the order they came, one message each; a run with faults still ends as DONE
 * @param pairs by path; paths without a successful probe are absent
 */
public record ProbeProgress(
        State state, int done, int total, Bytes sent, Millis took, List<String> faults, List<PairCost> pairs) {

    /** READY, then RUNNING, then one of the others for good. */
    public enum State {
        READY,
        RUNNING,
        DONE,
        CANCELLED,
        /** The samples could not be stored, or a probe broke in a way it must not; the last fault tells. */
        FAILED
    }

    public ProbeProgress {
        faults = List.copyOf(faults);
        pairs = List.copyOf(pairs);
    }
}
