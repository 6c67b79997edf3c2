package org.caravan.server;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where samples are kept, if not in the data folder.
 *
 * @param url of an InfluxDB 2.x, {@code http://127.0.0.1:8086}; empty: samples are kept in the data folder
 * @param organisation that owns the buckets
 * @param credentials folder of that name among the credentials; its file {@code token} holds the token
 * @param buckets how the names of the buckets begin
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
