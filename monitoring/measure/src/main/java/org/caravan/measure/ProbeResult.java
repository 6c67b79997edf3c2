package org.caravan.measure;

import java.util.List;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;

/** Samples and cost of one probe: bytes on the wire in both directions, as far as the probe knows them, and its duration. */
public record ProbeResult(ProbeOrder order, List<Sample> samples, Bytes sent, Millis took) {

    public ProbeResult {
        samples = List.copyOf(samples);
    }
}
