package org.caravan.store;

import java.net.URI;

/**
 * Where an InfluxDB 2.x keeps the samples.
 *
 * @param url for example {@code http://127.0.0.1:8086}
 * @param organisation that owns the buckets
 * @param token may read and write buckets of the organisation, and make them where they are not there
 * @param bucketPrefix of the three buckets: {@code caravan} gives {@code caravan-samples}, {@code -minutes} and {@code -hours}
 */
public record InfluxSettings(URI url, String organisation, String token, String bucketPrefix) {

    String samples() {
        return bucketPrefix + "-samples";
    }

    String summaries(Window window) {
        return bucketPrefix + (window == Window.MINUTE ? "-minutes" : "-hours");
    }

    /** Never the token. */
    @Override
    public String toString() {
        return url + " organisation " + organisation + " buckets " + bucketPrefix + "-*";
    }
}
