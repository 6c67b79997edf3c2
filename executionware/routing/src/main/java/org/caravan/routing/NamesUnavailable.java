package org.caravan.routing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Names cannot be answered at an address: another program has the port, or the address is not this machine's. */
public final class NamesUnavailable extends UncheckedIOException {

    private static final long serialVersionUID = 1L;

    private final String free;

    /** @param free an address with a port that is free, in the form of the setting */
    NamesUnavailable(InetSocketAddress address, Optional<String> free, IOException cause) {
        super("The name server cannot listen on " + address.getHostString() + ":" + address.getPort() + ": " + cause.getMessage() + "."
                + (free.isPresent() ? " Another program has the port, perhaps a second Caravan server." : ""), cause);
        this.free = free.orElse("");
    }

    /** An address and port nearby that were free a moment ago; empty if none was found. */
    public Optional<String> free() {
        return Optional.of(free).filter(text -> !text.isEmpty());
    }
}
