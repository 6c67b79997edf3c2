package org.caravan.plan;

import java.util.Comparator;
import java.util.Optional;
import org.caravan.adapter.InstanceId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.BitRate;

/**
 * What a copy has, outwards, of an access link that its traffic leaves by.
 *
 * @param min reserved for it; 0 where nothing is
 * @param max empty where only the line limits it
 * @param share by weight against others on the line, of what nobody reserved
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
    String amounts() {
        String weight = share == Math.rint(share) ? Long.toString(Math.round(share)) : Double.toString(share);
        return "min " + min + max.map(most -> " max " + most).orElse("") + " share " + weight;
    }
}
