package org.caravan.server.planning;

import java.util.Set;
import java.util.function.BiFunction;

/** Plans that a test makes by itself, without queue and broker. */
public final class GivenPlans extends AutomaticPlans {

    private final BiFunction<String, Set<String>, Made> replacing;

    /** @param replacing makes a plan of an application without some hosts */
    public GivenPlans(BiFunction<String, Set<String>, Made> replacing) {
        super(null, null, null);
        this.replacing = replacing;
    }

    @Override
    public Made replacing(String application, Set<String> without) {
        return replacing.apply(application, without);
    }
}
