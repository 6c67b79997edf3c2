package org.caravan.adapter.openstack;

import org.caravan.infrastructure.Region;

/**
 * Cloud and region of a request, for messages.
 *
 * @param endpoint of Keystone, version 3, without a trailing slash
 * @param region name in the catalogue
 */
record RegionLabel(String endpoint, String region, String credentials) {

    static RegionLabel of(Region region) {
        String endpoint = region.endpoint().orElseThrow(() -> OpenStackFault.credentials(region.credentials(),
                "the region (" + region.name() + ") has no endpoint", "add `endpoint \"https://…:5000/v3\"` to it"));
        String trimmed = endpoint.replaceAll("(?<!/)/+$", "");
        return new RegionLabel(trimmed.matches(".*/v[0-9.]+") ? trimmed : trimmed + "/v3", region.name(), region.credentials());
    }
}
