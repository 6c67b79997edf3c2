package org.caravan.adapter.openstack;

import org.caravan.infrastructure.Region;

/**
 * Which cloud is meant, as messages name it.
 *
 * @param endpoint of Keystone, version 3, without a slash at its end
 * @param region name, as the catalogue has it
 */
record Where(String endpoint, String region, String credentials) {

    static Where of(Region region) {
        String endpoint = region.endpoint().orElseThrow(() -> Fault.credentials(region.credentials(),
                "the region (" + region.name() + ") has no endpoint", "add `endpoint \"https://…:5000/v3\"` to it"));
        String trimmed = endpoint.replaceAll("(?<!/)/+$", "");
        return new Where(trimmed.matches(".*/v[0-9.]+") ? trimmed : trimmed + "/v3", region.name(), region.credentials());
    }
}
