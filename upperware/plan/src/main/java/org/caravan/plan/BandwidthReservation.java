package org.caravan.plan;

import java.util.Comparator;
import java.util.Optional;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Bandwidth;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.BitRate;

/**
 * Outgoing bandwidth of a copy on an uplink that its traffic uses.
 *
 * @param min reserved rate; 0 if none
 * @param max rate limit; empty if only the uplink limits it
 * @param share weight for the unreserved rate of the uplink
 */
public record BandwidthReservation(InstanceId instance, AccessLink at, BitRate min, Optional<BitRate> max, double share)
        implements Comparable<BandwidthReservation> {

    private static final Comparator<BandwidthReservation> ORDER =
            Comparator.comparing(BandwidthReservation::instance).thenComparing(BandwidthReservation::at);

    @Override
    public int compareTo(BandwidthReservation other) {
        return ORDER.compare(this, other);
    }

    /** For example {@code min 5.0 Mbit/s max 50.0 Mbit/s share 3}. */
    public String amounts() {
        return "min " + min + max.map(most -> " max " + most).orElse("") + " share " + Bandwidth.shareText(share);
    }
}
