package org.caravan.api.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "TurnCapture", description = "A capture of the packets of an application. Only sizes, directions and times are kept.")
public record TurnCaptureView(
        @Schema(description = "Id of the capture.", example = "5f0c9a52-7d1e-4c53-9a53-0f6f6f0c2b11") String id,
        @Schema(description = "RUNNING, DONE or FAILED.", example = "DONE") State state,
        @Schema(description = "Share of the time that has passed, 0 to 1.", example = "0.4") double progress,
        @Schema(description = "Why it failed; absent otherwise.") Optional<String> error,
        @Schema(description = "Result; absent before the end.") Optional<ResultView> result) {

    /** Of a capture. */
    public enum State { RUNNING, DONE, FAILED }

    @Schema(name = "TurnCaptureResult", description = "Profiles of the requests that were captured.")
    public record ResultView(
            @Schema(description = "Number of requests of users.", example = "1200") int captured,
            @Schema(description = "Of these, requests that ran beside others, which are no samples.", example = "310") int overlapping,
            @Schema(description = "Of these, requests whose answer was not captured.", example = "1") int unanswered,
            @Schema(description = "Of these, requests that no pattern of the model matches.", example = "0") int unrecognised,
            @Schema(description = "Connections to addresses of no component.", example = "0") int unassignedConnections,
            @Schema(description = "True if a capture ended at a limit of packets or bytes.") boolean cut,
            @Schema(description = "True if all requests with samples fit the model.") boolean fits,
            @Schema(description = "Clocks of the hosts.") List<ClockView> clocks,
            @Schema(description = "Requests of the model that have patterns.") List<RequestView> requests,
            @Schema(description = "Remarks on what was not captured.") List<String> notes) {}

    @Schema(name = "CapturedClock", description = "Clock of a host, compared by segments that were captured at both ends of a link.")
    public record ClockView(
            @Schema(description = "Id of the host.", example = "pi-oslo-1") String host,
            @Schema(description = "By how much it is ahead of the first clock, in ms; absent if no captured link connects them.",
                    example = "-2.4") Optional<Double> aheadMillis,
            @Schema(description = "Largest error of the difference, in ms.", example = "0.3") double errorMillis) {}

    @Schema(name = "CapturedRequest", description = "Profile of a request.")
    public record RequestView(
            @Schema(description = "Id of the request.", example = "order") String request,
            @Schema(description = "Requests that ran alone, from which the figures are.", example = "84") int samples,
            @Schema(description = "Median time at the entry, in ms.", example = "21.4") double elapsedMillis,
            @Schema(description = "False if a hop does not fit the model; true without samples.") boolean fits,
            @Schema(description = "Hops in order of first use, then those of the model that were not captured.") List<HopView> hops,
            @Schema(description = "Time at the entry under the load of the capture; absent without samples.") Optional<LoadView> load) {

        public RequestView {
            load = load == null ? Optional.empty() : load;
        }
    }

    @Schema(name = "CapturedLoad", description = "Time of a request at the entry, from its last segment to the first of its answer. "
            + "Requests that overlap others wait for them, so it contains queueing that the samples lack.")
    public record LoadView(
            @Schema(description = "Complete requests, including those that overlap others.", example = "132") int count,
            @Schema(description = "Mean of the samples, in ms.", example = "21.9") double aloneMeanMillis,
            @Schema(description = "Mean of all these requests, in ms.", example = "23.6") double meanMillis,
            @Schema(description = "95th percentile of all these requests, in ms.", example = "34.1") double p95Millis) {}

    @Schema(name = "CapturedHop", description = "One link of a request. Medians of the samples that use it.")
    public record HopView(
            @Schema(description = "Component that asks, or users.", example = "frontend") String from,
            @Schema(description = "Component that answers.", example = "catalogue") String to,
            @Schema(description = "Changes of direction; 0 if the hop was not captured.", example = "3") int turns,
            @Schema(description = "Share of samples with exactly these turns, 0 to 1.", example = "0.98") double agreement,
            @Schema(description = "Payload in both directions.", example = "6188") long bytes,
            @Schema(description = "Mean payload.", example = "6190") long meanBytes,
            @Schema(description = "95th percentile of the payload.", example = "6412") long p95Bytes,
            @Schema(description = "Median service time on these hosts, in ms.", example = "1.9") double serviceMillis,
            @Schema(description = "Mean service time on the reference host, in ms.", example = "2.1") double referenceMeanMillis,
            @Schema(description = "95th percentile of it, in ms.", example = "4.7") double referenceP95Millis,
            @Schema(description = "Share of samples that use the link, 0 to 1. A profile contains it above 0.5.", example = "1")
            double share,
            @Schema(description = "Turns in the model; absent if it does not have the hop.", example = "3") Optional<Integer> modelTurns,
            @Schema(description = "Bytes in the model.", example = "6144") Optional<Long> modelBytes,
            @Schema(description = "Mean service time in the model, in ms; absent if it declares none.", example = "2")
            Optional<Double> modelServiceMillis,
            @Schema(description = "Whether turns are within 1 and bytes within a factor of 2 of the model.") boolean fits) {}
}
