package org.caravan.problem;

/**
 * What one instance of another application takes away from this one.
 *
 * @param addressSlot which of the site's addresses it has
 */
public record OtherPlacement(String siteId, String hostId, int addressSlot, Reservation reservation) {}
