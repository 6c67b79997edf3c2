package org.caravan.server.endpoint;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Endpoints that are allowed from the start, {@code caravan.endpoints.*}.
 *
 * @param allow hosts, each with or without a port: {@code keystone.example.org:5000}
 */
@ConfigurationProperties("caravan.endpoints")
record EndpointSettings(@DefaultValue List<String> allow) {

    EndpointSettings {
        allow.stream().filter(text -> EndpointName.parse(text).isEmpty()).findFirst().ifPresent(text -> {
            throw new IllegalArgumentException("In caravan.endpoints.allow (" + text
                    + ") is neither HOST nor HOST:PORT.\nMaybe write it as keystone.example.org:5000.");
        });
    }

    List<EndpointName> names() {
        return allow.stream().map(text -> EndpointName.parse(text).orElseThrow()).toList();
    }
}
