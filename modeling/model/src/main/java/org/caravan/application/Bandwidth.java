package org.caravan.application;

import java.util.Optional;
import org.caravan.unit.BitRate;

/**
 * What each copy of a component has of every access link its traffic leaves by, outwards.
 *
 * @param share of what nobody has reserved, by weight against the other copies; above 0
 * @param min reserved for it; 0 where nothing is
 * @param max above which it does not come; empty where only the line limits it, never below {@code min}
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
}
