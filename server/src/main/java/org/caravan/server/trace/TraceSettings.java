package org.caravan.server.trace;

import java.net.URI;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of tracing. Disabled by default.
 *
 * @param endpoint OTLP endpoint over HTTP, {@code http://127.0.0.1:4318/v1/traces}; empty: tracing is disabled
 * @param share share of the traces started here that are exported, 0 to 1; for received trace contexts the sender has decided
 * @param credentials name of a credentials folder; its file {@code authorization}, if present, is sent as the header of that name
 */
@ConfigurationProperties("caravan.traces")
record TraceSettings(@DefaultValue("") String endpoint, @DefaultValue("1") double share, @DefaultValue("traces") String credentials) {

    TraceSettings {
        if (!endpoint.isBlank() && !endpoint.matches("https?://[^/@\\s]+(/\\S*)?")) {
            throw new IllegalArgumentException("The endpoint caravan.traces.endpoint is no http or https URL without user and password.\n"
                    + "Maybe use http://127.0.0.1:4318/v1/traces, and put the required value into the file authorization of the folder "
                            + "traces among the credentials.");
        }
        if (!endpoint.isBlank() && URI.create(endpoint).getRawPath().length() <= 1) {
            throw new IllegalArgumentException("The endpoint caravan.traces.endpoint (" + endpoint + ") names no path.\n"
                    + "Maybe use " + endpoint.replaceFirst("/$", "") + "/v1/traces.");
        }
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("The share caravan.traces.share (" + share + ") is not 0 to 1.\nMaybe use 1.");
        }
    }

    boolean used() {
        return !endpoint.isBlank();
    }
}
