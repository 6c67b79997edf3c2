package org.caravan.adapter.aws;

import java.net.URI;
import java.util.Optional;
import org.caravan.infrastructure.Region;

/**
 * Region of a request, for messages.
 *
 * @param endpoint of another provider of the same API, or of a private connection to Amazon; if empty, Amazon's endpoint of the
 *     region
 */
record RegionLabel(Optional<URI> endpoint, String region, String credentials) {

    static RegionLabel of(Region region) {
        if (!region.name().matches("[a-z0-9-]+")) {
            throw AwsFault.badRegion(region.name());
        }
        return new RegionLabel(region.endpoint().map(RegionLabel::uri), region.name(), region.credentials());
    }

    private static URI uri(String text) {
        try {
            URI uri = URI.create(text);
            if (uri.getHost() != null && uri.getScheme() != null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // handled below
        }
        throw AwsFault.badEndpoint(text);
    }

    /** The endpoint that is actually contacted. */
    URI effectiveEndpoint() {
        return endpoint.orElseGet(() -> URI.create("https://ec2." + region
                + (region.startsWith("cn-") ? ".amazonaws.com.cn" : ".amazonaws.com")));
    }

    @Override
    public String toString() {
        return endpoint.map(URI::toString).orElse(region);
    }
}
