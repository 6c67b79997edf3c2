package org.caravan.cli;

import picocli.CommandLine.Option;

/** Whose things are meant, where a token is good for more than one organisation. */
final class OrganisationOption {

    @Option(names = "--organisation", paramLabel = "NAME", description = "Organisation that has it; the token's own if it is not given, default for one of the installation.")
    private String organisation;

    /** @param path without a query */
    String of(String path) {
        return organisation == null ? path : path + "?organisation=" + organisation;
    }
}
