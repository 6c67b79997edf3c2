package org.caravan.application;

import java.util.List;
import java.util.Optional;

/**
 * What a capture of an application's packets tells of one kind of request, as a file beside its model holds it.
 *
 * @param request its name in the model
 * @param hops links it crosses, in the order in which it first did
 * @param samples how many such requests were captured, at least 1; empty where nobody counted
 */
public record TurnProfile(String request, List<Hop> hops, Optional<Integer> samples) {

    public TurnProfile {
        hops = List.copyOf(hops);
        if (hops.isEmpty()) {
            throw new IllegalArgumentException("profile of request " + request + " has no hops");
        }
        if (samples.filter(count -> count < 1).isPresent()) {
            throw new IllegalArgumentException("profile of request " + request + " is of " + samples.get() + " samples");
        }
    }
}
