package org.caravan.qos;

import java.util.Optional;
import org.caravan.unit.BitRate;

/**
 * Demand of a copy on one access link.
 *
 * @param name names the copy in messages
 * @param share weight of the copy, above 0. The paper normalises weights to a sum of 1 (w<sub>i</sub>); here any scale is valid
 * @param min rate that the copy gets whenever it has that much to send (C<sub>min</sub>)
 * @param max rate that the copy never exceeds (C<sub>max</sub>); empty if only the capacity limits it
 */
public record Claim(String name, double share, BitRate min, Optional<BitRate> max) {

    public Claim {
        if (!(share > 0) || Double.isInfinite(share)) {
            throw new IllegalArgumentException("a share of bandwidth is a number above 0: " + share);
        }
    }
}
