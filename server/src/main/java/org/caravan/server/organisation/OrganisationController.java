package org.caravan.server.organisation;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.api.access.OrganisationOrder;
import org.caravan.api.access.OrganisationView;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.page.PageRequest;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/organisations")
@Tag(name = "access")
class OrganisationController {

    private final Organisations organisations;

    OrganisationController(Organisations organisations) {
        this.organisations = organisations;
    }

    @GetMapping
    @Operation(operationId = "organisations", summary = "List organisations", description = "Sorted by name, paged. A token of an "
            + "organisation sees only that organisation.")
    ResponseEntity<List<OrganisationView>> list(PageRequest page) {
        return page.of(organisations.all(OrganisationScope.current()), Organisations.Listed::name, OrganisationController::view);
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @ErrorResponses({"409 organisation-known", "422 organisation-name"})
    @Operation(operationId = "makeOrganisation", summary = "Create an organisation",
            description = "Creates an organisation without tokens. Then create a token for it; use role admin for a token that creates "
                    + "others. Organisations cannot be removed.")
    OrganisationView make(@RequestBody OrganisationOrder order) {
        return view(organisations.make(order.name().strip()));
    }

    private static OrganisationView view(Organisations.Listed listed) {
        return new OrganisationView(listed.name(), Optional.of(listed.madeAt()).filter(at -> at.isAfter(Instant.EPOCH)),
                Optional.of(listed.weight()));
    }
}
