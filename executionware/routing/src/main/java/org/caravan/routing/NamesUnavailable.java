package org.caravan.routing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;

/** Names cannot be answered at an address: another program has the port, or the address is not this machine's. */
public final class NamesUnavailable extends UncheckedIOException {

    private static final long serialVersionUID = 1L;

    NamesUnavailable(InetSocketAddress address, IOException cause) {
        super("The name server cannot listen on " + address.getHostString() + ":" + address.getPort() + ": " + cause.getMessage()
                + ".\nMaybe another program uses the port, or the address is not this machine's.", cause);
    }
}
