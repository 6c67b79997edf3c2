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
 * @param shares on uplinks where it has bandwidth, as its node divides them
 */
public record OtherPlacement(String siteId, String hostId, int addressSlot, Reservation reservation, Map<AccessLink, BitRate> uplinks,
        ReservedResponses responses, Map<AccessLink, Double> shares) {

    public OtherPlacement {
        uplinks = new TreeMap<>(uplinks);
        shares = new TreeMap<>(shares);
    }

    /** Without shares. */
    public OtherPlacement(String siteId, String hostId, int addressSlot, Reservation reservation, Map<AccessLink, BitRate> uplinks,
            ReservedResponses responses) {
        this(siteId, hostId, addressSlot, reservation, uplinks, responses, Map.of());
    }

    /** Without reservations of bandwidth. */
    public OtherPlacement(String siteId, String hostId, int addressSlot, Reservation reservation) {
        this(siteId, hostId, addressSlot, reservation, Map.of(), ReservedResponses.NONE);
    }
}
