package org.caravan.problem;

import org.caravan.application.Component;
import org.caravan.application.Scaling;
import org.caravan.unit.RequestRate;

/** What a person may change where replicas are used too much, such that it works: behind "Maybe ", a sentence. */
public final class CapacityAdvice {

    /** The most that the language allows. */
    private static final int MOST_REPLICAS = 99;

    private CapacityAdvice() {}

    /**
     * @param component as a plan has it, with the replicas that it has there
     * @param rate of requests that reach it
     * @param utilisation that each replica is to stay below, above 0, at most 1
     */
    public static String of(Component component, RequestRate rate, double utilisation) {
        Scaling scaling = component.scaling().orElseThrow(() -> new IllegalArgumentException("component " + component.id() + " does not say what a replica serves"));
        int needed = scaling.needed(new RequestRate(rate.value() / utilisation));
        if (component.stateful() || needed > MOST_REPLICAS) {
            RequestRate most = new RequestRate(rate.value() / utilisation);
            return "send it fewer requests, or give one replica more resources and say what it serves then: capacity of more than " + most + ".";
        }
        // A range is kept where it has room: then a plan may still take more.
        String replicas = needed < scaling.most() ? needed + ".." + scaling.most() : Integer.toString(needed);
        return "write in component " + component.id() + ": replicas " + replicas + "  capacity " + scaling.capacity() + ".";
    }
}
