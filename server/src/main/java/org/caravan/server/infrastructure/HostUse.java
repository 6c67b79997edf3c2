package org.caravan.server.infrastructure;

import java.util.List;
import java.util.Map;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** Lists the hosts that run instances and therefore must stay in the infrastructure. */
public interface HostUse {

    /** Maps the id of each used host to the name of an application whose target plan has instances there. */
    Map<String, String> applicationByHost();

    /**
     * An instance that a target plan places on a host, with the resources reserved for it.
     *
     * @param instance component and number, for example {@code frontend:1}
     */
    record Placed(String application, String componentId, String instance, MilliCores cpu, Bytes memory, Bytes disk) {

        /** Text with the application: {@code sock-shop frontend:1}. */
        public String whole() {
            return application + " " + instance;
        }
    }

    /** Instances of all applications on the host, sorted by application and instance. */
    default List<Placed> placedOn(String hostId) {
        return placed().getOrDefault(hostId, List.of());
    }

    /** The instances of each used host, by host id. */
    Map<String, List<Placed>> placed();
}
