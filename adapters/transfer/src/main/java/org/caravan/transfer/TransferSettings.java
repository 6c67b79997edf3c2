package org.caravan.transfer;

import java.time.Duration;

/**
 * How images are brought to hosts.
 *
 * @param call for one script or one piece on a host
 * @param unpacking for one layer to be checked and unpacked there
 * @param patience how long a host may be away before a transfer gives up; every piece that arrives starts it anew
 * @param differences whether a difference is tried where the host has a layer like the wanted one
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
