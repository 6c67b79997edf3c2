package org.caravan.transfer;

import org.caravan.image.ContentDigest;

/**
 * How far a layer is on its way to a host.
 *
 * @param onHost bytes that the host has acknowledged, those of an earlier attempt included
 * @param total bytes of what is sent: the layer, or a difference to one the host has
 * @param sent bytes that went over the line in this attempt
 * @param difference whether it is a difference
 * @param state of this layer
 */
public record TransferProgress(String hostId, String image, ContentDigest layer, Priority priority, long onHost, long total,
        long sent, boolean difference, State state) {

    /** SENDING, then UNPACKING, then DONE; or FAILED from either, to begin again with SENDING. */
    public enum State {
        SENDING,
        UNPACKING,
        DONE,
        FAILED
    }
}
