package org.caravan.adapter.jclouds;

import java.nio.file.Path;
import java.time.Duration;
import org.caravan.adapter.EndpointGate;

/**
 * How jclouds' providers are reached.
 *
 * @param credentials folder with one folder per name of credentials; a provider's holds the file {@code jclouds},
 *     readable by its owner only: {@code provider=} (jclouds' id, whose jar is on the class path), {@code identity=},
 *     {@code credential=}, and any of jclouds' own properties
 * @param timeout of one request
 * @param gate which endpoints are asked, where the infrastructure names one
 */
public record JcloudsSettings(Path credentials, Duration timeout, EndpointGate gate) {

    /** One that asks whatever endpoint is named. */
    public JcloudsSettings(Path credentials, Duration timeout) {
        this(credentials, timeout, EndpointGate.OPEN);
    }

    public static JcloudsSettings of(Path credentials, EndpointGate gate) {
        return new JcloudsSettings(credentials, Duration.ofSeconds(30), gate);
    }
}
