package org.caravan.store;

import java.net.URI;

/**
 * Connection settings of an InfluxDB 2.x for samples.
 *
 * @param url for example {@code http://127.0.0.1:8086}
 * @param organisation owner of the buckets
 * @param token must allow reading, writing and creating buckets of the organisation
 * @param bucketPrefix prefix of the three buckets: {@code caravan} gives {@code caravan-samples}, {@code -minutes} and {@code -hours}
 */
public record InfluxSettings(URI url, String organisation, String token, String bucketPrefix) {

    String samples() {
        return bucketPrefix + "-samples";
    }

    String summaries(Window window) {
        return bucketPrefix + (window == Window.MINUTE ? "-minutes" : "-hours");
    }

    /** Excludes the token. */
    @Override
    public String toString() {
        return url + " organisation " + organisation + " buckets " + bucketPrefix + "-*";
    }
}
