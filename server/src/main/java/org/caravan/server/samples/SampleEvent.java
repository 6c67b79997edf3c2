package org.caravan.server.samples;

import java.util.List;
import org.caravan.measure.Sample;

/**
 * Event with the samples of one probe. The store takes all of them or none, so one id identifies them all.
 *
 * @param id unique among events, also across restarts
 */
record SampleEvent(String id, List<Sample> samples) {

    SampleEvent {
        samples = List.copyOf(samples);
    }
}
