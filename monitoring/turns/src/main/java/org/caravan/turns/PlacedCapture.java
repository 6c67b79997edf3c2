package org.caravan.turns;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;

/**
 * Capture of which the place is known.
 *
 * @param clock name of the clock that its times are of: captures of one host share it
 * @param addresses of the captured component; what it sends and receives is seen at its own end
 * @param begun from when it is complete, by that clock
 * @param until until when it is complete, if not limited
 * @param limited whether it ended earlier, at a limit: it is then complete until its last segment
 */
public record PlacedCapture(Path file, String clock, Set<InetAddress> addresses, Instant begun, Instant until, boolean limited) {

    public PlacedCapture {
        addresses = Set.copyOf(addresses);
    }
}
