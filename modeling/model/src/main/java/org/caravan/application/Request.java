package org.caravan.application;

import java.util.List;

/**
 * Kind of request with the links it crosses, in order.
 *
 * @param patterns how a router recognises it; a request that fits several requests counts for the first of the model; empty: it is not
 *     recognised and not measured
 */
public record Request(String id, List<Hop> hops, List<RequestPattern> patterns) {

    /** Records stored by earlier versions have no patterns. */
    public Request {
        hops = List.copyOf(hops);
        patterns = patterns == null ? List.of() : List.copyOf(patterns);
        if (hops.isEmpty()) {
            throw new IllegalArgumentException("request " + id + " crosses no link");
        }
    }

    /** Request that no router recognises. */
    public Request(String id, List<Hop> hops) {
        this(id, hops, List.of());
    }

    /** Calls of the component per request, on average; 0 if the request does not reach it. */
    public double callsOf(String componentId) {
        return CallGraph.calls(hops, componentId);
    }

    /** The same request over other links. */
    public Request withHops(List<Hop> changed) {
        return new Request(id, changed, patterns);
    }
}
