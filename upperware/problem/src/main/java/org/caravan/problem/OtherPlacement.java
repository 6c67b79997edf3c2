package org.caravan.problem;

import java.util.Map;
import java.util.TreeMap;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.BitRate;

/**
 * What one instance of another application takes away from this one.
 *
 * @param addressSlot which of the site's addresses it has
 * @param uplinks what it has reserved of access links
 */
public record OtherPlacement(String siteId, String hostId, int addressSlot, Reservation reservation, Map<AccessLink, BitRate> uplinks) {

    public OtherPlacement {
        uplinks = new TreeMap<>(uplinks);
    }

    /** One that has reserved nothing of any access link. */
    public OtherPlacement(String siteId, String hostId, int addressSlot, Reservation reservation) {
        this(siteId, hostId, addressSlot, reservation, Map.of());
    }
}
