package org.caravan.adapter.openstack;

import java.nio.file.Path;
import java.time.Duration;
import org.caravan.adapter.EndpointGate;

/**
 * How OpenStack clouds are reached.
 *
 * @param credentials folder with one folder per name of credentials; a cloud's holds the file {@code openstack} (lines
 *     {@code user=}, {@code password=}, {@code project=}, and where they are not {@code Default} {@code user-domain=} and
 *     {@code project-domain=}; {@code public-network=} where a project has several), readable by its owner only, and
 *     the file {@code prices} (lines {@code offer=euros per month}), since OpenStack names none
 * @param timeout of one request until the cloud counts as unreachable
 * @param gate which endpoints are asked, also of those that a cloud's catalogue names
 */
public record OpenStackSettings(Path credentials, Duration timeout, EndpointGate gate) {

    /** One that asks whatever endpoint is named. */
    public OpenStackSettings(Path credentials, Duration timeout) {
        this(credentials, timeout, EndpointGate.OPEN);
    }

    public static OpenStackSettings of(Path credentials, EndpointGate gate) {
        return new OpenStackSettings(credentials, Duration.ofSeconds(30), gate);
    }
}
