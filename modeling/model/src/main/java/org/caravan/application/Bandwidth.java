package org.caravan.application;

import java.util.Optional;
import org.caravan.unit.BitRate;

/**
 * Outbound bandwidth of each copy of a component on every access link that carries its traffic.
 *
 * @param share weight against other copies when unreserved bandwidth is divided; above 0
 * @param min reserved bandwidth; 0 if nothing is reserved
 * @param max upper limit, never below {@code min}; empty if only the uplink limits the copy
 */
public record Bandwidth(double share, BitRate min, Optional<BitRate> max) {

    public Bandwidth {
        if (!(share > 0)) {
            throw new IllegalArgumentException("a share of bandwidth is above 0: " + share);
        }
        if (max.filter(most -> most.compareTo(min) < 0).isPresent()) {
            throw new IllegalArgumentException("bandwidth is at least " + min + " and at most " + max.get());
        }
    }

    /** A share as models write it: a whole number has no decimals. */
    public static String shareText(double share) {
        return share == Math.rint(share) ? Long.toString(Math.round(share)) : Double.toString(share);
    }
}
