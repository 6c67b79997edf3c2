package org.caravan.turns;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Profiles of the requests of a capture.
 *
 * @param requests in the order of the patterns; a request without samples has no hops
 * @param captured exchanges at the entry
 * @param overlapping exchanges at the entry that ran beside another one, and therefore are no samples
 * @param unanswered exchanges at the entry whose answer is not in the capture
 * @param unrecognised exchanges at the entry that no pattern matches
 * @param unassigned connections to addresses that belong to no component
 * @param cut whether a capture ends in the middle of a packet, or at a limit
 * @param clocks of captures whose places are known; else empty
 */
public record TurnReport(List<Request> requests, int captured, int overlapping, int unanswered, int unrecognised, int unassigned,
        boolean cut, List<Clock> clocks) {

    public TurnReport {
        requests = List.copyOf(requests);
        clocks = List.copyOf(clocks);
    }

    /**
     * @param aheadNanos by how much it is ahead of the first clock; empty if no captured link leads from one to the other, and its times
     *     were used as they are
     * @param errorNanos largest error of the difference, at least 0
     */
    public record Clock(String name, Optional<Long> aheadNanos, long errorNanos) {}

    /**
     * @param request name in the model
     * @param samples requests that ran alone
     * @param elapsed median time from the first segment of a request to the last of its answer, where it was captured
     * @param hops in the order in which the request reaches them
     * @param load time at the entry under the load of the capture; empty without samples
     */
    public record Request(String request, int samples, Duration elapsed, List<Hop> hops, Optional<Load> load) {

        public Request {
            hops = List.copyOf(hops);
        }
    }

    /**
     * Time at the entry from the last segment of a request to the first of its answer, so without handshakes and transfers. Requests that
     * overlap others wait for them, so their times contain the queueing that samples lack.
     *
     * @param count complete requests of the kind, including those that overlap others; at least the number of samples
     * @param alone mean of the samples
     * @param mean of all these requests
     * @param p95 their 95th percentile, at least the mean
     */
    public record Load(int count, Duration alone, Duration mean, Duration p95) {}

    /**
     * One link of a request. Medians are of the samples that use the link.
     *
     * @param from component id, or {@code users}
     * @param turns changes of direction (Nguyen et al., "Why cloud applications are not ready for the edge (yet)", section 4.1), at least 1
     * @param agreement share of samples with exactly {@code turns}, 0 to 1
     * @param bytes payload in both directions
     * @param meanBytes mean of the payloads
     * @param p95Bytes their 95th percentile, at least the mean
     * @param service time in which {@code to} computes or waits for what the capture does not show: between requests and answers, without
     *        the requests of {@code to} to other components. It contains the round trip between the place of capture and {@code to}, and
     *        no round trip if {@code to} was captured itself
     * @param mean of the service times
     * @param p95 their 95th percentile, at least the mean
     * @param share samples that use the link, of all samples, 0 to 1
     */
    public record Hop(String from, String to, int turns, double agreement, long bytes, long meanBytes, long p95Bytes, Duration service,
            Duration mean, Duration p95, double share) {

        /** Whether a profile contains the hop: more than half of the requests use it. */
        public boolean isUsual() {
            return share > 0.5;
        }
    }
}
