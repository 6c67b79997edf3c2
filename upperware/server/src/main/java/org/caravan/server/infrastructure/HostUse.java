package org.caravan.server.infrastructure;

import java.util.List;
import java.util.Map;

/** Tells on which hosts something runs that must not lose its host. */
public interface HostUse {

    /** Names of applications by the host they have instances on by their target plan. */
    Map<String, String> applicationByHost();

    /**
     * An instance that the target plan of its application has on a host.
     *
     * @param instance for example {@code frontend:1}
     */
    record Placed(String application, String componentId, String instance) {}

    /** Instances of all applications on the host, sorted by application and instance. */
    List<Placed> placedOn(String hostId);
}
