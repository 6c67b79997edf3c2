package org.caravan.application;

/** A port on which a component serves others; {@code port} is 1 to 65535. */
public record Endpoint(String name, int port, Readiness readiness) {

    public Endpoint {
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("endpoint " + name + " has port " + port + ", not 1 to 65535");
        }
    }
}
