package org.caravan.api.access;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "OrganisationOrder", description = "An organisation to create.")
public record OrganisationOrder(@Schema(description = "1 to 32 letters, digits, - and _; starts with a letter.", example = "acme")
        String name) {}
