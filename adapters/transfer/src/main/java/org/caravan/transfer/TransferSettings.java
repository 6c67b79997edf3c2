package org.caravan.transfer;

import java.time.Duration;

/**
 * Settings of image transfers.
 *
 * @param call time limit for one script or one piece on a host
 * @param unpacking time limit for the check and unpacking of one layer on a host
 * @param patience maximum outage of a host before a transfer gives up; each piece that arrives resets it
 * @param differences true to try differences if the host has a similar layer
 */
public record TransferSettings(Duration call, Duration unpacking, Duration patience, boolean differences) {

    public static final TransferSettings DEFAULT =
            new TransferSettings(Duration.ofSeconds(60), Duration.ofMinutes(10), Duration.ofMinutes(2), true);

    public TransferSettings withPatience(Duration changed) {
        return new TransferSettings(call, unpacking, changed, differences);
    }

    public TransferSettings withoutDifferences() {
        return new TransferSettings(call, unpacking, patience, false);
    }
}
