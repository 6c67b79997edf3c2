package org.caravan.adapter.openstack;

import java.util.Map;
import java.util.Optional;
import org.caravan.machine.MachineLabel;

/**
 * How a machine's label is written on what belongs to it. Servers carry it as metadata; what Neutron keeps carries it as
 * description, because that is set by the very call that creates it: tags come second, and a crash between the two leaks.
 */
final class Names {

    private static final String INFRASTRUCTURE = "caravan-infrastructure";
    private static final String HOST = "caravan-host";
    private static final String USER = "caravan-user";
    private static final String DESCRIPTION = "caravan:";

    private Names() {}

    static Map<String, String> metadata(MachineLabel label, String user) {
        return Map.of(INFRASTRUCTURE, label.infrastructure(), HOST, label.hostId(), USER, user);
    }

    /** Empty if it is not ours. */
    static Optional<MachineLabel> label(Map<String, String> metadata) {
        String infrastructure = metadata.get(INFRASTRUCTURE);
        String host = metadata.get(HOST);
        return infrastructure == null || host == null ? Optional.empty() : Optional.of(new MachineLabel(infrastructure, host));
    }

    static String user(Map<String, String> metadata) {
        return metadata.getOrDefault(USER, "root");
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

    /** For people, and for key pairs, which have nothing but a name. */
    static String name(MachineLabel label) {
        return ("caravan-" + label.infrastructure() + "-" + label.hostId()).replaceAll("[^A-Za-z0-9_.-]", "-");
    }
}
