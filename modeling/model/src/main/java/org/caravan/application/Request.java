package org.caravan.application;

import java.util.List;

/** A kind of request and the links it crosses, one after the other. */
public record Request(String id, List<Hop> hops) {

    public Request {
        hops = List.copyOf(hops);
        if (hops.isEmpty()) {
            throw new IllegalArgumentException("request " + id + " crosses no link");
        }
    }
}
