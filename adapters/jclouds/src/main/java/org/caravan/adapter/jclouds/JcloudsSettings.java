package org.caravan.adapter.jclouds;

import java.nio.file.Path;
import java.time.Duration;
import org.caravan.adapter.EndpointGate;

/**
 * Settings for access to jclouds' providers.
 *
 * @param credentials folder with one folder per name of credentials. The folder for a provider contains the file {@code jclouds},
 *     readable by its owner only: {@code provider=} (jclouds' id, whose jar is on the class path), {@code identity=}, {@code
 *     credential=}, and any properties of jclouds
 * @param timeout of one request
 * @param gate decides which endpoints may be contacted, if the infrastructure names one
 */
public record JcloudsSettings(Path credentials, Duration timeout, EndpointGate gate) {

    /** Settings that allow all endpoints. */
    public JcloudsSettings(Path credentials, Duration timeout) {
        this(credentials, timeout, EndpointGate.OPEN);
    }

    public static JcloudsSettings of(Path credentials, EndpointGate gate) {
        return new JcloudsSettings(credentials, Duration.ofSeconds(30), gate);
    }
}
