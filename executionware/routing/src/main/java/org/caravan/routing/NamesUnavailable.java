package org.caravan.routing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/** The name server cannot listen: the port is in use, or the address does not belong to this machine. */
public final class NamesUnavailable extends UncheckedIOException {

    private static final long serialVersionUID = 1L;

    private final String free;

    /** @param free address with a free port, in the format of the setting */
    NamesUnavailable(InetSocketAddress address, Optional<String> free, IOException cause) {
        super("The name server cannot listen on " + address.getHostString() + ":" + address.getPort() + ": " + cause.getMessage() + "."
                + (free.isPresent() ? " Another program uses the port, perhaps a second Caravan server." : ""), cause);
        this.free = free.orElse("");
    }

    /** An address with a nearby port that was free at the time of the check; empty if none was found. */
    public Optional<String> free() {
        return Optional.of(free).filter(text -> !text.isEmpty());
    }
}
