package org.caravan.problem;

import org.caravan.application.Component;
import org.caravan.application.Scaling;
import org.caravan.unit.RequestRate;

/** Advice on overloaded replicas that is certain to help: a sentence that follows "Maybe ". */
public final class CapacityAdvice {

    /** Maximum that the language allows. */
    private static final int MOST_REPLICAS = 99;

    private CapacityAdvice() {}

    /**
     * @param component as planned, with its planned replicas
     * @param rate arrival rate of requests
     * @param utilisation limit for the utilisation of each replica, above 0, at most 1
     */
    public static String of(Component component, RequestRate rate, double utilisation) {
        Scaling scaling = component.scaling().orElseThrow(() -> new IllegalArgumentException("component " + component.id()
                + " does not say what a replica serves"));
        int needed = scaling.needed(new RequestRate(rate.value() / utilisation));
        if (component.stateful() || needed > MOST_REPLICAS) {
            RequestRate most = new RequestRate(rate.value() / utilisation);
            return "send it fewer requests, or give one replica more resources and declare its new capacity: more than " + most
                    + ".";
        }
        // A range is kept if it allows more replicas, so that a plan can still use them.
        String replicas = needed < scaling.most() ? needed + ".." + scaling.most() : Integer.toString(needed);
        return "write in component " + component.id() + ": replicas " + replicas + "  capacity " + scaling.capacity() + ".";
    }
}
