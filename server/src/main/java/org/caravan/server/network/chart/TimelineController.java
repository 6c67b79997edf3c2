package org.caravan.server.network.chart;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.measure.PathId;
import org.caravan.measure.SampleStore;
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
}
