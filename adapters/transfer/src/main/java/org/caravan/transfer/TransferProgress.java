package org.caravan.transfer;

import org.caravan.image.ContentDigest;

/**
 * Progress of a layer's transfer to a host.
 *
 * @param onHost bytes acknowledged by the host, including earlier attempts
 * @param total bytes to send: the layer, or a difference from a layer on the host
 * @param sent bytes transferred in this attempt
 * @param difference true if a difference is sent
 * @param state state of the transfer
 */
public record TransferProgress(String hostId, String image, ContentDigest layer, Priority priority, long onHost, long total,
        long sent, boolean difference, State state) {

    /** SENDING, then UNPACKING, then DONE; or FAILED from either, which restarts with SENDING. */
    public enum State {
        SENDING,
        UNPACKING,
        DONE,
        FAILED
    }
}
