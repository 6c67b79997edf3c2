package org.caravan.infrastructure;

/**
 * How the machine of a host is provisioned. It is provisioned when the host is first used and released when the host is empty.
 *
 * @param offer size of the machine by the provider's name: {@code m1.small}, {@code t3.small}
 * @param image disk image, by the provider's name or id: {@code debian-12}
 * @param publicAddresses whether users and other sites reach the IPv4 addresses of the site only through public addresses, which the
 * provider assigns
 */
public record Rental(Region region, String offer, String image, boolean publicAddresses) {}
