package org.caravan.infrastructure;

import java.util.Optional;

/**
 * Where a provider rents machines to a site.
 *
 * @param provider name of the adapter: {@code openstack}, {@code aws}, {@code jclouds}
 * @param endpoint of the provider's API, a URL; empty where the provider has a well-known one
 * @param name as the provider calls it: {@code us-east-2}, {@code RegionOne}
 * @param network in which machines get their addresses, by the provider's name or id; empty: the provider's default
 * @param credentials name of the credentials in the server's store; never a secret itself
 */
public record Region(
        String provider, Optional<String> endpoint, String name, Optional<String> network, String credentials) {}
