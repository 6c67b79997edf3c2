package org.caravan.transfer;

import org.caravan.infrastructure.Host;

/** How much of a host's line a transfer may take. */
public interface Pace {

    Pace UNLIMITED = (host, priority) -> Long.MAX_VALUE;

    /** In bytes per second, at least 1000; asked again for every piece, so that it may change on the way. */
    long bytesPerSecond(Host host, Priority priority);
}
