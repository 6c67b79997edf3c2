package org.caravan.server.network.chart;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.measure.PathId;
import org.caravan.measure.SampleStore;
import org.caravan.measure.Statistic;
import org.caravan.measure.TimelinePoint;
import org.caravan.server.network.WindowText;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1")
@Tag(name = "network")
class TimelineController {

    private final SampleStore samples;
    private final Clock clock;

    TimelineController(SampleStore samples, Clock clock) {
        this.samples = samples;
        this.clock = clock;
    }

    @GetMapping("/network/timeline")
    @ErrorResponses({"422 bad-path", "422 bad-window", "422 unknown-quantity"})
    @Operation(operationId = "networkTimeline", summary = "Show the history of a path",
            description = "One point per minute for a window of up to six hours, otherwise per hour; empty for a path that was never "
                    + "measured.")
    TimelineView timeline(
            @Parameter(description = "Start of the path.", example = "users-bergen.BKK/ipv6") @RequestParam("from") String from,
            @Parameter(description = "End of the path.", example = "simula.Uninett/ipv6") @RequestParam("to") String to,
            @Parameter(description = "rtt, passive-rtt, loaded-rtt, throughput, loss or jitter.", example = "rtt")
                    @RequestParam(name = "quantity", defaultValue = "rtt") String quantity,
            @Parameter(description = "Length of the window up to now, as a duration (ISO 8601 or 24h, 90m).", example = "24h")
                    @RequestParam(name = "window", defaultValue = "24h") String window) {
        DrawnQuantity drawn = DrawnQuantity.parse(quantity);
        PathId path = path(from, to);
        return TimelineView.of(path, drawn, samples.timeline(path, drawn.quantity(), clock.instant().minus(WindowText.duration(window))));
    }

    private static PathId path(String from, String to) {
        try {
            return new PathId(AccessPoint.parse(from), AccessPoint.parse(to));
        } catch (IllegalArgumentException e) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "bad-path", "There is no path from (" + from + ") to (" + to
                    + "): " + e.getMessage() + ".",
                    "name both ends as GET /api/v1/network does.");
        }
    }

    @Schema(name = "Timeline", description = "History of one quantity of a path.")
    record TimelineView(
            @Schema(description = "Start of the path: site, ISP and IP version.", example = "users-bergen.BKK/ipv6") String from,
            @Schema(description = "End of the path: site, ISP and IP version.", example = "simula.Uninett/ipv6") String to,
            @Schema(description = "rtt, passive-rtt, loaded-rtt, throughput, loss or jitter.", example = "rtt") String quantity,
            @Schema(description = "Unit of the values: ms, bit/s, or empty for a fraction of 1.", example = "ms") String unit,
            @Schema(description = "Oldest first; no point for a minute or hour without samples.") List<PointView> points) {

        @Schema(name = "TimelinePoint", description = "Statistics of the samples of one minute or hour, in the unit of the timeline.")
        record PointView(
                @Schema(description = "Start of the minute or hour (ISO 8601, UTC).") Instant start,
                @Schema(description = "Length of the interval, 60 or 3600 s.", example = "60") long seconds,
                @Schema(description = "Arithmetic mean.") double mean,
                @Schema(description = "Half-width of the 95 % confidence interval of the mean; 0 for a single sample.") double halfWidth95,
                @Schema(description = "Median.") double median,
                @Schema(description = "95th percentile.") double p95,
                @Schema(description = "Number of samples, at least 1.") int samples) {

            static PointView of(TimelinePoint point) {
                Statistic statistic = point.statistic();
                return new PointView(point.start(), point.length().toSeconds(), statistic.mean(), statistic.halfWidth95(),
                        statistic.median(),
                        statistic.p95(), statistic.samples());
            }
        }

        static TimelineView of(PathId path, DrawnQuantity drawn, List<TimelinePoint> points) {
            return new TimelineView(path.from().toString(), path.to().toString(), drawn.word(), drawn.unit(),
                    points.stream().map(PointView::of).toList());
        }
    }
}
