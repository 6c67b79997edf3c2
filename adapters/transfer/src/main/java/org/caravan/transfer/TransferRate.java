package org.caravan.transfer;

import org.caravan.infrastructure.Host;

/** Bandwidth limit for transfers to a host. */
public interface TransferRate {

    TransferRate UNLIMITED = (host, priority) -> Long.MAX_VALUE;

    /** In bytes per second, at least 1000. Evaluated for every piece, so the limit may change during a transfer. */
    long bytesPerSecond(Host host, Priority priority);
}
