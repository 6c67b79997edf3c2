package org.caravan.server.access;

import java.util.Locale;

/** What a token is for; each may all that those before it may. */
enum Role {
    /** Reads, validates models, asks what if. */
    VIEWER,
    /** Plans, deploys, rolls back and destroys applications, with their images and secrets. */
    DEPLOYER,
    /** Runs the installation: infrastructure, nodes, probes, leftovers, images on hosts. */
    OPERATOR,
    /** Makes and revokes tokens, reads the audit log. */
    ADMIN;

    boolean includes(Role other) {
        return compareTo(other) >= 0;
    }

    /** As people and the command line write it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
