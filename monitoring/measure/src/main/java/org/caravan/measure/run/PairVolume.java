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
public record PairVolume(PathId path, Bytes sent, Millis took) {

    PairVolume plus(PairVolume other) {
        return new PairVolume(path, sent.plus(other.sent), took.plus(other.took));
    }
}
