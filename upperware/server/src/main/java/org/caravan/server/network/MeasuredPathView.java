package org.caravan.server.network;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;
import org.caravan.measure.Figure;
import org.caravan.measure.P99;
import org.caravan.measure.PathFigures;

@Schema(name = "MeasuredPath", description = "All that is known of a network path.")
record MeasuredPathView(
        @Schema(description = "Where it starts: site, ISP and IP version.", example = "users-bergen.BKK/ipv6") String from,
        @Schema(description = "Where it ends: site, ISP and IP version.", example = "simula.Uninett/ipv6") String to,
        @Schema(description = "Round-trip time without load of ours, in ms.") FigureView idleRtt,
        @Schema(description = "Round-trip time while a flow of ours saturates the path, in ms; absent where not known.")
                Optional<FigureView> loadedRtt,
        @Schema(description = "TCP payload received, in bit/s; absent where not known.") Optional<FigureView> throughput,
        @Schema(description = "Share of probes unanswered, 0 to 1.", example = "0.02") double loss,
        @Schema(description = "Mean distance between round-trip times of neighbouring probes, in ms; absent where not known.")
                Optional<FigureView> jitter) {

    @Schema(name = "Figure", description = "What is known of one quantity, in the quantity's unit.")
    record FigureView(
            @Schema(description = "Arithmetic mean.") double mean,
            @Schema(description = "Half the width of the 95 % confidence interval of the mean.") double halfWidth95,
            @Schema(description = "Median.") double median,
            @Schema(description = "95th percentile.") double p95,
            @Schema(description = "Number of samples; of an estimate: those of the reverse path, else 0.") int samples,
            @Schema(description = "When the newest sample was taken (ISO 8601, UTC).") Instant newest,
            @Schema(description = "MEASURED, PASSIVE if told by connections of applications, or ESTIMATED from other paths.") Figure.Origin origin,
            @Schema(description = "99th percentile; absent where probes of the path or its reverse gave fewer than 100 samples.") Optional<Double> p99,
            @Schema(description = "Number of samples that the 99th percentile is of, at least 100, of several probe runs; absent with it.", example = "1344")
                    Optional<Integer> p99Samples) {

        static FigureView of(Figure figure) {
            return new FigureView(figure.mean(), figure.halfWidth95(), figure.median(), figure.p95(), figure.samples(),
                    figure.newest(), figure.origin(), figure.p99().map(P99::value), figure.p99().map(P99::samples));
        }
    }

    static MeasuredPathView of(PathFigures figures) {
        return new MeasuredPathView(figures.path().from().toString(), figures.path().to().toString(),
                FigureView.of(figures.idleRtt()), figures.loadedRtt().map(FigureView::of),
                figures.throughput().map(FigureView::of), figures.loss(), figures.jitter().map(FigureView::of));
    }
}
