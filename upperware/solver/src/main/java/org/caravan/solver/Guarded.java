package org.caravan.solver;

import java.util.List;
import org.caravan.application.Guarding;
import org.caravan.infrastructure.Guard;

/** On which platforms a component is guarded as it asks for; a platform has one guard. Most components ask for nothing, of which nothing is reckoned. */
record Guarded(boolean none, boolean[] byPlatform) {

    static final Guarded NONE = new Guarded(true, new boolean[0]);

    /** @param guards of each platform */
    static Guarded of(Guarding asked, List<Guard> guards) {
        if (asked.none()) {
            return NONE;
        }
        boolean[] kept = new boolean[guards.size()];
        for (int platform = 0; platform < kept.length; platform++) {
            kept[platform] = asked.missing(guards.get(platform)).isEmpty();
        }
        return new Guarded(false, kept);
    }

    boolean at(int platform) {
        return none || byPlatform[platform];
    }
}
