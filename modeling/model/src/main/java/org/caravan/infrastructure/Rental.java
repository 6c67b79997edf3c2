package org.caravan.infrastructure;

/**
 * How the machine of a host is got, where it is rented when the host is used first and given back when nothing is on it.
 *
 * @param offer size of the machine by the provider's name: {@code m1.small}, {@code t3.small}
 * @param image of its disk, by the provider's name or id: {@code debian-12}
 * @param publicAddresses whether users and other sites reach IPv4 addresses of the site only by public ones, which the
 *     provider chooses when it gives them
 */
public record Rental(Region region, String offer, String image, boolean publicAddresses) {}
