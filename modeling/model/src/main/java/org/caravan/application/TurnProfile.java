package org.caravan.application;

import java.util.List;
import java.util.Optional;
import org.caravan.unit.Bytes;

/**
 * Measured profile of one kind of request, derived from a packet capture and stored in a file beside the model.
 *
 * @param request its name in the model
 * @param hops links it crosses, in order of first use
 * @param samples number of captured requests of this kind, at least 1; empty if unknown
 */
public record TurnProfile(String request, List<Measured> hops, Optional<Integer> samples) {

    /**
     * Hop as stated in the file.
     *
     * @param reads whether the request only reads data; a packet capture does not show this, so it may be absent
     * @param service time on the reference host, in milliseconds; empty if the capture was not made at the component
     * @param agreement share of samples with exactly these turns, 0 to 1: how certain they are
     * @param p95Bytes 95th percentile of the payload; empty if it was the same in all samples
     */
    public record Measured(String from, String to, int turns, Bytes bytes, Optional<Boolean> reads, Optional<Hop.Service> service,
            Optional<Double> agreement, Optional<Bytes> p95Bytes) {

        /** Rejects invalid hops when the file is read. */
        public Measured {
            service = service == null ? Optional.empty() : service;
            agreement = agreement == null ? Optional.empty() : agreement;
            if (agreement.filter(share -> !(share >= 0 && share <= 1)).isPresent()) {
                throw new IllegalArgumentException("the agreement of a hop is 0 to 1: " + agreement.get());
            }
            p95Bytes = p95Bytes == null ? Optional.empty() : p95Bytes;
            hop(from, to, turns, bytes, reads, service, p95Bytes);
        }

        /** Hop without service time. */
        public Measured(String from, String to, int turns, Bytes bytes, Optional<Boolean> reads) {
            this(from, to, turns, bytes, reads, Optional.empty(), Optional.empty(), Optional.empty());
        }

        private static Hop hop(String from, String to, int turns, Bytes bytes, Optional<Boolean> reads, Optional<Hop.Service> service,
                Optional<Bytes> p95Bytes) {
            return new Hop(from, to, turns, bytes, reads.orElse(false), service).varying(p95Bytes);
        }

        Hop hop() {
            return hop(from, to, turns, bytes, reads, service, p95Bytes);
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

    /** Hops in the form used by a request of a model. */
    public List<Hop> crossed() {
        return hops.stream().map(Measured::hop).toList();
    }
}
