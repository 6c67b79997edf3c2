package org.caravan.adapter.openstack;

import org.caravan.infrastructure.Region;

/**
 * Cloud and region of a request, for messages.
 *
 * @param endpoint of Keystone, version 3, without a trailing slash
 * @param region name in the catalogue
 */
record Where(String endpoint, String region, String credentials) {

    static Where of(Region region) {
        String endpoint = region.endpoint().orElseThrow(() -> Fault.credentials(region.credentials(),
                "the region (" + region.name() + ") has no endpoint", "add `endpoint \"https://…:5000/v3\"` to it"));
        String trimmed = endpoint.replaceAll("(?<!/)/+$", "");
        return new Where(trimmed.matches(".*/v[0-9.]+") ? trimmed : trimmed + "/v3", region.name(), region.credentials());
    }
}
