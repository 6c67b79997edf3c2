package org.caravan.adapter.aws;

import java.net.URI;
import java.util.Optional;
import org.caravan.infrastructure.Region;

/**
 * Which region is meant, as messages name it.
 *
 * @param endpoint of another provider of the same API, or of a private way to Amazon; empty: Amazon's own of the region
 */
record Where(Optional<URI> endpoint, String region, String credentials) {

    static Where of(Region region) {
        if (!region.name().matches("[a-z0-9-]+")) {
            throw Fault.badRegion(region.name());
        }
        return new Where(region.endpoint().map(Where::uri), region.name(), region.credentials());
    }

    private static URI uri(String text) {
        try {
            URI uri = URI.create(text);
            if (uri.getHost() != null && uri.getScheme() != null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw Fault.badEndpoint(text);
    }

    /** The address that is really spoken to. */
    URI effectiveEndpoint() {
        return endpoint.orElseGet(() -> URI.create("https://ec2." + region + (region.startsWith("cn-") ? ".amazonaws.com.cn" : ".amazonaws.com")));
    }

    @Override
    public String toString() {
        return endpoint.map(URI::toString).orElse(region);
    }
}
