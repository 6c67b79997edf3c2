package org.caravan.infrastructure;

import java.util.Optional;

/**
 * Provider region in which machines of a site are provisioned.
 *
 * @param provider name of the adapter: {@code openstack}, {@code aws}, {@code jclouds}
 * @param endpoint URL of the provider's API; empty if the provider has a well-known one
 * @param name the provider's name of the region: {@code us-east-2}, {@code RegionOne}
 * @param network network of the machines, by the provider's name or id; empty: the provider's default
 * @param credentials name of the credentials in the server's store; never a secret itself
 */
public record Region(
        String provider, Optional<String> endpoint, String name, Optional<String> network, String credentials) {}
