package org.caravan.adapter.openstack;

import java.util.Map;
import java.util.Optional;
import org.caravan.machine.MachineLabel;

/**
 * Encodes a machine's label on its resources. Servers have it as metadata. Neutron's resources have it as description, which the
 * creating call sets. Tags would need a second call, and a crash between the two would leak the resource.
 */
final class OpenStackNames {

    private static final String INFRASTRUCTURE = "caravan-infrastructure";
    private static final String HOST = "caravan-host";
    private static final String USER = "caravan-user";
    private static final String PORT = "caravan-port";
    private static final String DESCRIPTION = "caravan:";

    private OpenStackNames() {}

    static Map<String, String> metadata(MachineLabel label, String user, String portId) {
        return Map.of(INFRASTRUCTURE, label.infrastructure(), HOST, label.hostId(), USER, user, PORT, portId);
    }

    /** Empty if the server has no Caravan label. */
    static Optional<MachineLabel> label(Map<String, String> metadata) {
        String infrastructure = metadata.get(INFRASTRUCTURE);
        String host = metadata.get(HOST);
        return infrastructure == null || host == null ? Optional.empty() : Optional.of(new MachineLabel(infrastructure, host));
    }

    static String user(Map<String, String> metadata) {
        return metadata.getOrDefault(USER, "root");
    }

    /** Id of the port that the server was ordered on; servers of older versions do not name it. */
    static Optional<String> port(Map<String, String> metadata) {
        return Optional.ofNullable(metadata.get(PORT));
    }

    static String description(MachineLabel label) {
        return DESCRIPTION + label;
    }

    static Optional<MachineLabel> ofDescription(String description) {
        int slash = description.indexOf('/');
        if (!description.startsWith(DESCRIPTION) || slash < 0) {
            return Optional.empty();
        }
        return Optional.of(new MachineLabel(description.substring(DESCRIPTION.length(), slash), description.substring(slash + 1)));
    }

    /** Name for display, and for key pairs, which have no other attribute. */
    static String name(MachineLabel label) {
        return ("caravan-" + label.infrastructure() + "-" + label.hostId()).replaceAll("[^A-Za-z0-9_.-]", "-");
    }
}
