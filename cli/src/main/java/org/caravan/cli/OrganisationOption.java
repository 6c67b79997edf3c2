package org.caravan.cli;

import org.caravan.client.ApiPath;
import picocli.CommandLine.Option;

/** Whose things are meant, where a token is good for more than one organisation. */
final class OrganisationOption {

    @Option(names = "--organisation", paramLabel = "NAME", description = "Organisation that has it; the token's own if it is not given, default for one of the installation.")
    private String organisation;

    ApiPath of(ApiPath path) {
        return path.with("organisation", organisation);
    }
}
