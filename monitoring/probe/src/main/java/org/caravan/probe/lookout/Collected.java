package org.caravan.probe.lookout;

import java.util.List;
import java.util.Optional;
import org.caravan.measure.PathId;
import org.caravan.measure.Sample;
import org.caravan.unit.Bytes;

/**
 * One result that was fetched from a lookout, ready for the store.
 *
 * @param id of no other result, and the same whenever it is fetched again
 * @param samples by the server's clock; empty where there is a fault
 * @param sent both directions, also where it does not count
 * @param fault why it tells nothing, with a way out on its second line
 */
public record Collected(String id, PathId path, List<Sample> samples, Bytes sent, Optional<String> fault) {

    public Collected {
        samples = List.copyOf(samples);
    }
}
