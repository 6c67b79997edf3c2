package org.caravan.server.infrastructure;

import java.util.List;
import java.util.Map;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** Tells on which hosts something runs that must not lose its host. */
public interface HostUse {

    /** Names of applications by the host they have instances on by their target plan. */
    Map<String, String> applicationByHost();

    /**
     * An instance that the target plan of its application has on a host, with what is reserved for it there.
     *
     * @param instance for example {@code frontend:1}
     */
    record Placed(String application, String componentId, String instance, MilliCores cpu, Bytes memory, Bytes disk) {

        /** With its application: {@code sock-shop frontend:1}. */
        public String whole() {
            return application + " " + instance;
        }
    }

    /** Instances of all applications on the host, sorted by application and instance. */
    default List<Placed> placedOn(String hostId) {
        return placed().getOrDefault(hostId, List.of());
    }

    /** The same of every host that has any, by its id. */
    Map<String, List<Placed>> placed();
}
