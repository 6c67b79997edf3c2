package org.caravan.server.metrics;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.caravan.api.application.PredictionView;
import org.caravan.api.application.RequestView;
import org.caravan.server.model.Models;
import org.caravan.server.rest.page.PageRequest;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/applications")
@Tag(name = "metrics")
class RequestController {

    private final MeasuredRequests requests;
    private final Predictions predictions;
    private final Models models;

    RequestController(MeasuredRequests requests, Predictions predictions, Models models) {
        this.requests = requests;
        this.predictions = predictions;
        this.models = models;
    }

    @GetMapping("/{name}/requests")
    @Operation(operationId = "requests", summary = "Compare predicted with measured latencies",
            description = "Lists each request of each user group, sorted by user group and request, paged: the prediction of the target "
                    + "plan beside what the router has measured since the deployment; does not query hosts. Empty if nothing is "
                    + "deployed.")
    ResponseEntity<List<RequestView>> requests(
            @Parameter(description = "Name of the application.", example = "sock-shop") @PathVariable("name") String name,
            PageRequest page) {
        models.required(name);
        return page.of(requests.of(name), RequestView::subject);
    }

    @GetMapping("/{name}/predictions")
    @Operation(operationId = "predictions", summary = "List predictions with their parts beside measurements",
            description = "Lists each request of each user group, sorted by plan, user group and request, paged: the parts of the "
                    + "prediction of the target plan, what the router has measured since the deployment, their ratio and the trend; does "
                    + "not query hosts. With all=true also the last measurement of earlier plans, kept for 90 days. Empty if nothing is or "
                    + "was deployed.")
    ResponseEntity<List<PredictionView>> predictions(
            @Parameter(description = "Name of the application.", example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "Whether to list earlier plans, too.") @RequestParam(name = "all", defaultValue = "false") boolean all,
            PageRequest page) {
        models.required(name);
        return page.of(all ? predictions.all(name) : predictions.inForce(name), PredictionView::subject);
    }
}
