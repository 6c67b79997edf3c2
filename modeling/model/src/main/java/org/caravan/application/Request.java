package org.caravan.application;

import java.util.List;

/** Kind of request with the links it crosses, in order. */
public record Request(String id, List<Hop> hops) {

    public Request {
        hops = List.copyOf(hops);
        if (hops.isEmpty()) {
            throw new IllegalArgumentException("request " + id + " crosses no link");
        }
    }
}
