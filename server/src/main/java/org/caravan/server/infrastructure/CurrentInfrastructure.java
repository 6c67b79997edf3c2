package org.caravan.server.infrastructure;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.caravan.infrastructure.Infrastructure;
import org.springframework.stereotype.Component;

/**
 * Holds the infrastructure that {@link Infrastructures} last read or accepted, for parts that the adapters themselves need: they cannot
 * depend on {@link Infrastructures}, which depends on the adapters. Others ask {@link Infrastructures}, which also sees what another server
 * accepted.
 */
@Component
public class CurrentInfrastructure {

    private final AtomicReference<Infrastructure> current = new AtomicReference<>();

    CurrentInfrastructure() {}

    /** Empty before the first infrastructure, and before {@link Infrastructures} has read it once. */
    public Optional<Infrastructure> get() {
        return Optional.ofNullable(current.get());
    }

    void set(Infrastructure infrastructure) {
        current.set(infrastructure);
    }
}
