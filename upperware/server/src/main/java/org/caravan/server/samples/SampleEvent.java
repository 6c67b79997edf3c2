package org.caravan.server.samples;

import java.util.List;
import org.caravan.measure.Sample;

/**
 * What one probe measured, as it travels: samples that are taken together or not at all, so that one id serves them all.
 *
 * @param id of no other event, also after a restart
 */
record SampleEvent(String id, List<Sample> samples) {

    SampleEvent {
        samples = List.copyOf(samples);
    }
}
