package org.caravan.adapter.jclouds;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How jclouds' providers are reached.
 *
 * @param credentials folder with one folder per name of credentials; a provider's holds the file {@code jclouds},
 *     readable by its owner only: {@code provider=} (jclouds' id, whose jar is on the class path), {@code identity=},
 *     {@code credential=}, and any of jclouds' own properties
 * @param timeout of one request
 */
public record JcloudsSettings(Path credentials, Duration timeout) {

    public static JcloudsSettings of(Path credentials) {
        return new JcloudsSettings(credentials, Duration.ofSeconds(30));
    }
}
