package org.caravan.measure;

import java.util.List;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;

/** Samples of one probe and what it cost: bytes on the wire as far as the probe knows them, both directions, and time. */
public record ProbeResult(ProbeOrder order, List<Sample> samples, Bytes sent, Millis took) {

    public ProbeResult {
        samples = List.copyOf(samples);
    }
}
