package org.caravan.measure.run;

import org.caravan.measure.PathId;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;

/**
 * Accumulated cost of the probes of a path.
 *
 * @param sent bytes on the wire, both directions
 * @param took total duration of its probes
 */
public record PairCost(PathId path, Bytes sent, Millis took) {

    PairCost plus(PairCost other) {
        return new PairCost(path, sent.plus(other.sent), took.plus(other.took));
    }
}
