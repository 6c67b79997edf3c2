package org.caravan.server.network.chart;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.measure.PathFigures;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.network.Network;
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
class NetworkChartController {

    private final Network network;
    private final Infrastructures infrastructures;

    NetworkChartController(Network network, Infrastructures infrastructures) {
        this.network = network;
        this.infrastructures = infrastructures;
    }

    @GetMapping(path = "/network/chart", produces = "image/svg+xml")
    @ErrorResponses({"409 no-infrastructure", "404 unknown-site", "404 not-measured", "422 bad-window", "422 unknown-quantity"})
    @Operation(operationId = "networkChart", summary = "Draw the measurements between two sites",
            description = "Returns an SVG: a group of bars per ISP and IP version of the first site, one bar per ISP of the second "
                    + "site, with 95 % confidence intervals.")
    String chart(
            @Parameter(description = "Sending site.", example = "hainan") @RequestParam("from") String from,
            @Parameter(description = "Receiving site.", example = "simula") @RequestParam("to") String to,
            @Parameter(description = "throughput, rtt or loaded-rtt.", example = "throughput")
                    @RequestParam(name = "quantity", defaultValue = "throughput") String quantity,
            @Parameter(description = "Maximum age of samples (default: as in planning).", example = "24h")
                    @RequestParam(name = "window", required = false) Optional<String> window) {
        NetworkChart.Shown shown = shown(quantity);
        List<String> siteIds = infrastructures.required().sites().stream().map(site -> site.id()).toList();
        for (String siteId : List.of(from, to)) {
            if (!siteIds.contains(siteId)) {
                throw ProblemException.notFound("unknown-site", "There is no site (" + siteId + ").", "use one of " + siteIds + ".");
            }
        }
        List<PathFigures> paths = network.matrix(window).all().values().stream()
                .filter(path -> path.path().from().siteId().equals(from) && path.path().to().siteId().equals(to))
                .toList();
        return NetworkChart.svg(from, to, shown, paths).orElseThrow(() -> ProblemException.notFound("not-measured",
                "No " + quantity + " from (" + from + ") to (" + to + ") was measured.", "measure it: caravan probe --scope full."));
    }

    private static NetworkChart.Shown shown(String text) {
        try {
            return NetworkChart.Shown.valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "unknown-quantity", "No chart shows (" + text + ").",
                    "use one of throughput, rtt, loaded-rtt.");
        }
    }
}
