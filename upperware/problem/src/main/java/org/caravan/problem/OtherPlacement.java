package org.caravan.problem;

import java.util.Map;
import java.util.TreeMap;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.BitRate;

/**
 * Resources used by one instance of another application.
 *
 * @param addressSlot number of its address at the site
 * @param uplinks reservations on uplinks
 * @param responses reservations of its responses to callers
 */
public record OtherPlacement(String siteId, String hostId, int addressSlot, Reservation reservation, Map<AccessLink, BitRate> uplinks,
        ReservedResponses responses) {

    public OtherPlacement {
        uplinks = new TreeMap<>(uplinks);
    }

    /** Without reservations of bandwidth. */
    public OtherPlacement(String siteId, String hostId, int addressSlot, Reservation reservation) {
        this(siteId, hostId, addressSlot, reservation, Map.of(), ReservedResponses.NONE);
    }
}
