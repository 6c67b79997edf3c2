package org.caravan.transfer;

/** Priority of a transfer on a shared link. */
public enum Priority {
    /** A deployment step waits for the transfer. */
    DEPLOYMENT,
    /** The data may be needed soon. The transfer is throttled until a deployment waits for the same layer. */
    PREFETCH
}
