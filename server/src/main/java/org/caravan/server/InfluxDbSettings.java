package org.caravan.server;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * InfluxDB as the store of samples, instead of the data folder.
 *
 * @param url URL of an InfluxDB 2.x server, {@code http://127.0.0.1:8086}; empty: samples are stored in the data folder
 * @param organisation InfluxDB organisation that owns the buckets
 * @param credentials name of a folder among the credentials; its file {@code token} holds the token
 * @param buckets prefix of the bucket names
 */
public record InfluxDbSettings(
        @DefaultValue("") String url,
        @DefaultValue("caravan") String organisation,
        @DefaultValue("influxdb") String credentials,
        @DefaultValue("caravan") String buckets) {

    public boolean used() {
        return !url.isBlank();
    }
}
