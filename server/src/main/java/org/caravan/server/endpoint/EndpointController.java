package org.caravan.server.endpoint;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.caravan.api.access.EndpointOrder;
import org.caravan.api.access.EndpointView;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.rest.page.PageRequest;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/endpoints")
@Tag(name = "access")
class EndpointController {

    private final Endpoints endpoints;

    EndpointController(Endpoints endpoints) {
        this.endpoints = endpoints;
    }

    @GetMapping
    @Operation(operationId = "endpoints", summary = "List the allowed endpoints", description = "Sorted, paged. The endpoints of Amazon "
            + "are allowed without an entry.")
    ResponseEntity<List<EndpointView>> list(PageRequest page) {
        return page.of(endpoints.all(), Endpoints.Listed::endpoint, EndpointController::view);
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @ErrorResponses({"422 endpoint-form", "422 endpoint-forbidden"})
    @Operation(operationId = "allowEndpoint", summary = "Allow an endpoint",
            description = "The server then sends requests to the endpoint if an infrastructure names it, with the credentials that it "
                    + "names. Link-local addresses and addresses of metadata services are never allowed.")
    EndpointView allow(@RequestBody EndpointOrder order) {
        EndpointName name = EndpointName.parse(order.endpoint().strip())
                .orElseThrow(() -> new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "endpoint-form",
                "The endpoint (" + order.endpoint() + ") is neither HOST nor HOST:PORT.",
                        "write it as keystone.example.org:5000, without https:// and path."));
        if (Endpoints.forbidden(name.host())) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "endpoint-forbidden", "The endpoint (" + name
                    + ") has an address that is never allowed.",
                    "use the endpoint of the provider; link-local addresses belong to metadata services.");
        }
        return view(endpoints.allow(name));
    }

    @DeleteMapping("/{endpoint}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ErrorResponses("404 unknown-endpoint")
    @Operation(operationId = "forgetEndpoint", summary = "Disallow an endpoint", description = "The server sends no more requests to "
            + "the endpoint, even if machines are rented there: these are then out of reach.")
    void forget(@Parameter(description = "Endpoint, as listed.", example = "keystone.example.org:5000") @PathVariable("endpoint")
            String endpoint) {
        if (EndpointName.parse(endpoint).filter(endpoints::forget).isEmpty()) {
            throw ProblemException.notFound("unknown-endpoint", "The endpoint (" + endpoint
                    + ") is not on the list of allowed endpoints that can be changed here.",
                    "list them: caravan endpoint list; change endpoints of the setting in caravan.endpoints.allow.");
        }
    }

    private static EndpointView view(Endpoints.Listed listed) {
        return new EndpointView(listed.endpoint(), listed.allowedAt());
    }
}
