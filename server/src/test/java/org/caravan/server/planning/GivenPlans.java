package org.caravan.server.planning;

import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/** Plans that a test makes by itself, without queue and broker. */
public final class GivenPlans extends AutomaticPlans {

    private final BiFunction<String, Set<String>, Made> replacing;
    private final BiFunction<String, Map<String, Integer>, Made> scaled;

    /** @param replacing makes a plan of an application without some hosts */
    public GivenPlans(BiFunction<String, Set<String>, Made> replacing) {
        this(replacing, (application, replicas) -> NONE);
    }

    /**
     * @param replacing makes a plan of an application without some hosts
     * @param scaled makes a plan of an application with these numbers of replicas by component
     */
    public GivenPlans(BiFunction<String, Set<String>, Made> replacing, BiFunction<String, Map<String, Integer>, Made> scaled) {
        super(null, null, null);
        this.replacing = replacing;
        this.scaled = scaled;
    }

    @Override
    public Made scaled(String application, Map<String, Integer> replicas) {
        return scaled.apply(application, replicas);
    }

    @Override
    public Made replacing(String application, Set<String> without) {
        return replacing.apply(application, without);
    }
}
