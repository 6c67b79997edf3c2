package org.caravan.adapter.openstack;

import java.nio.file.Path;
import java.time.Duration;
import org.caravan.adapter.EndpointGate;

/**
 * Settings for access to OpenStack clouds.
 *
 * @param credentials folder with one folder per name of credentials. The folder for a cloud contains the file {@code openstack}
 *     (lines {@code user=}, {@code password=}, {@code project=}; {@code user-domain=} and {@code project-domain=} unless {@code
 *     Default}; {@code public-network=} if a project has several), readable by its owner only. The file {@code prices} (lines
 *     {@code offer=euros per month}) provides prices, because OpenStack has none
 * @param timeout of one request, after which the cloud counts as unreachable
 * @param gate decides which endpoints may be contacted, including those in a cloud's catalogue
 */
public record OpenStackSettings(Path credentials, Duration timeout, EndpointGate gate) {

    /** Settings that allow all endpoints. */
    public OpenStackSettings(Path credentials, Duration timeout) {
        this(credentials, timeout, EndpointGate.OPEN);
    }

    public static OpenStackSettings of(Path credentials, EndpointGate gate) {
        return new OpenStackSettings(credentials, Duration.ofSeconds(30), gate);
    }
}
