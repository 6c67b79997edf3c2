package org.caravan.cli.access;

import org.caravan.client.ApiPath;
import picocli.CommandLine.Option;

/** Option that selects the owning organisation, for tokens that are valid for several. */
final class OrganisationOption {

    @Option(names = "--organisation", paramLabel = "NAME",
            description = "Owning organisation (default: the organisation of the token; for a token of the installation: default).")
    private String organisation;

    ApiPath of(ApiPath path) {
        return path.with("organisation", organisation);
    }
}
