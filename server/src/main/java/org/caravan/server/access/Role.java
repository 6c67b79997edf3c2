package org.caravan.server.access;

import java.util.Locale;

/** Role of a token. Each role includes all roles before it. */
enum Role {
    /** Reads, validates models, runs what-if analyses. */
    VIEWER,
    /** Plans, deploys, rolls back and destroys applications, with their images and secrets. */
    DEPLOYER,
    /** Operates the installation: infrastructure, nodes, probes, orphans, images on hosts. */
    OPERATOR,
    /** Creates and revokes tokens, reads the audit log. */
    ADMIN;

    boolean includes(Role other) {
        return compareTo(other) >= 0;
    }

    /** The role's name in REST and on the command line. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
