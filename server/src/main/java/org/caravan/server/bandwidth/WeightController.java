package org.caravan.server.bandwidth;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import org.caravan.api.access.OrganisationWeight;
import org.caravan.server.audit.AuditLog;
import org.caravan.server.organisation.Organisations;
import org.caravan.server.rest.ErrorResponses;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/organisations")
@Tag(name = "access")
class WeightController {

    private final Organisations organisations;
    private final AuditLog audit;

    WeightController(Organisations organisations, AuditLog audit) {
        this.organisations = organisations;
        this.audit = audit;
    }

    @PutMapping("/{name}/weight")
    @ErrorResponses({"404 unknown-organisation", "422 weight-invalid"})
    @Operation(operationId = "weighOrganisation", summary = "Set the weight of an organisation",
            description = "Nodes multiply the shares of its copies on uplinks by it. Running copies get it with the next deployment of "
                    + "their application.")
    OrganisationWeight weigh(@Parameter(description = "Name of the organisation.", example = "acme") @PathVariable("name") String name,
            @RequestBody OrganisationWeight order, @Parameter(hidden = true) HttpServletRequest request) {
        audit.detail(request, "weight " + order.weight());
        organisations.weigh(name, order.weight());
        return new OrganisationWeight(organisations.weight(name));
    }
}
