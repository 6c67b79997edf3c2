package org.caravan.application;

import java.util.List;
import java.util.Optional;
import org.caravan.unit.Bytes;

/**
 * What a capture of an application's packets tells of one kind of request, as a file beside its model holds it.
 *
 * @param request its name in the model
 * @param hops links it crosses, in the order in which it first did
 * @param samples how many such requests were captured, at least 1; empty where nobody counted
 */
public record TurnProfile(String request, List<Measured> hops, Optional<Integer> samples) {

    /**
     * A hop as a file tells it.
     *
     * @param reads whether it changes no data; who captures packets does not see that, so it may be left out
     */
    public record Measured(String from, String to, int turns, Bytes bytes, Optional<Boolean> reads) {

        /** What no hop can be is refused where the file is read. */
        public Measured {
            new Hop(from, to, turns, bytes, reads.orElse(false));
        }

        Hop hop() {
            return new Hop(from, to, turns, bytes, reads.orElse(false));
        }
    }

    public TurnProfile {
        hops = List.copyOf(hops);
        if (hops.isEmpty()) {
            throw new IllegalArgumentException("profile of request " + request + " has no hops");
        }
        if (samples.filter(count -> count < 1).isPresent()) {
            throw new IllegalArgumentException("profile of request " + request + " is of " + samples.get() + " samples");
        }
    }

    /** As a request of a model has them. */
    public List<Hop> crossed() {
        return hops.stream().map(Measured::hop).toList();
    }
}
