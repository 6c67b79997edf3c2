package org.caravan.server.network.chart;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.caravan.measure.PathId;
import org.caravan.measure.Statistic;
import org.caravan.measure.TimelinePoint;

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
            return new PointView(point.start(), point.length().toSeconds(), statistic.mean(), statistic.halfWidth95(), statistic.median(),
                    statistic.p95(), statistic.samples());
        }
    }

    static TimelineView of(PathId path, DrawnQuantity drawn, List<TimelinePoint> points) {
        return new TimelineView(path.from().toString(), path.to().toString(), drawn.word(), drawn.unit(),
                points.stream().map(PointView::of).toList());
    }
}
