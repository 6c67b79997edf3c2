package org.caravan.server.metrics;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.caravan.api.application.RequestView;
import org.caravan.server.model.Models;
import org.caravan.server.rest.page.PageRequest;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/applications")
@Tag(name = "metrics")
class RequestController {

    private final MeasuredRequests requests;
    private final Models models;

    RequestController(MeasuredRequests requests, Models models) {
        this.requests = requests;
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
}
