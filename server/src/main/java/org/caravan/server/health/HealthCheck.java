package org.caravan.server.health;

import java.util.Optional;

/** Check of one dependency of the server. */
interface HealthCheck {

    /** One word. */
    String name();

    /** The problem and a suggestion; empty if healthy. An exception also counts as a problem. */
    Optional<String> whatIsWrong() throws Exception;
}
