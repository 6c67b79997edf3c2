package org.caravan.adapter.lxc;

import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.SuppliedSecret;
import org.caravan.application.Endpoint;
import org.caravan.application.Readiness;

/** A call's records as the variables its script reads. */
final class CopyVariables {

    private static final int LOCKS = 64;
    private static final String WORD = "[A-Za-z0-9][A-Za-z0-9_-]*";

    private CopyVariables() {}

    /** @throws AdapterFault of kind UNSUPPORTED if the label could leave its folder or be read as another's */
    static Map<String, String> of(CopyId id, LxcSettings settings) {
        String label = id.label();
        if (!label.matches(WORD + "\\." + WORD + "\\.[0-9]+\\.[0-9]+")) {
            throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                    "The copy (%s) has no name that a container can bear.\nMaybe name application and component by letters, digits, '-' and '_'."
                            .formatted(label));
        }
        String instance = label.substring(0, label.lastIndexOf('.'));
        Map<String, String> variables = new HashMap<>();
        variables.put("LABEL", label);
        variables.put("INSTANCE", instance);
        variables.put("LOCK", Integer.toString(Math.floorMod(instance.hashCode(), LOCKS)));
        variables.put("VETH", ContainerConfig.vethOf(id));
        variables.put("BRIDGE", settings.bridge());
        variables.put("GRACE", Long.toString(settings.grace().toSeconds()));
        return variables;
    }

    static String routes(List<PeerRoute> routes) {
        return routes.stream().sorted()
                .map(route -> route.peer() + " " + route.address() + " " + route.sourceAddress() + "\n")
                .collect(Collectors.joining());
    }

    /** One file per line: its name, owner, version and content. */
    static String secrets(List<SuppliedSecret> secrets) {
        return secrets.stream()
                .map(secret -> "%s %d %s %s%n".formatted(secret.use().fileName(), secret.use().owner(), secret.version(),
                        Base64.getEncoder().encodeToString(secret.value().bytes())))
                .collect(Collectors.joining());
    }

    /** What {@code observe} reads back; {@link ObservedCopies} knows the same words. */
    static String facts(CopySpec spec) {
        StringBuilder facts = new StringBuilder("spec ").append(spec.digest()).append('\n');
        for (CopyAddress address : spec.addresses()) {
            facts.append("address ").append(address.address()).append(' ').append(address.prefixLength())
                    .append(' ').append(address.gateway()).append('\n');
        }
        for (Endpoint endpoint : spec.endpoints()) {
            facts.append("port ").append(endpoint.port()).append('\n');
        }
        return facts.toString();
    }

    static Map<String, String> of(Endpoint endpoint) {
        if (endpoint.readiness() instanceof Readiness.HttpAnswers http) {
            return Map.of("PORT", "" + endpoint.port(), "HTTP_PATH", http.path(), "STATUS", "" + http.status());
        }
        return Map.of("PORT", "" + endpoint.port(), "HTTP_PATH", "", "STATUS", "");
    }
}
