package org.caravan.server.organisation;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.server.rest.PageWish;
import org.caravan.server.rest.Refuses;
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

    @Schema(name = "OrganisationOrder", description = "An organisation to make.")
    record OrganisationOrder(@Schema(description = "1 to 32 letters, digits, - and _, a letter first.", example = "acme") String name) {}

    @Schema(name = "Organisation", description = "To whom applications, images, secrets and tokens belong.")
    record OrganisationView(
            @Schema(description = "Its name.", example = "acme") String name,
            @Schema(description = "When it was made (ISO 8601, UTC); absent for the one that nobody made.") Optional<Instant> madeAt) {
        static OrganisationView of(Organisations.Listed listed) {
            return new OrganisationView(listed.name(), Optional.of(listed.madeAt()).filter(at -> at.isAfter(Instant.EPOCH)));
        }
    }

    @GetMapping
    @Operation(operationId = "organisations", summary = "List organisations", description = "Sorted by name, a page at a time. A token of one sees that one alone.")
    ResponseEntity<List<OrganisationView>> list(PageWish page) {
        return page.of(organisations.all(Reach.current()), Organisations.Listed::name, OrganisationView::of);
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Refuses({"409 organisation-known", "422 organisation-name"})
    @Operation(operationId = "makeOrganisation", summary = "Make an organisation",
            description = "It has nothing and nobody yet: make a token of it, with role admin for one that makes others. None is ever removed.")
    OrganisationView make(@RequestBody OrganisationOrder order) {
        return OrganisationView.of(organisations.make(order.name().strip()));
    }
}
