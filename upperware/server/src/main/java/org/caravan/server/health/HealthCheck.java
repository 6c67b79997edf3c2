package org.caravan.server.health;

import java.util.Optional;

/** Something that the server stands on. */
interface HealthCheck {

    /** One word. */
    String name();

    /** What is wrong, with a way out; empty if nothing is. May throw: then that is what is wrong. */
    Optional<String> whatIsWrong() throws Exception;
}
