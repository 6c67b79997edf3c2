package org.caravan.adapter.node;

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
import org.caravan.canonical.Digest;
import org.caravan.infrastructure.GpuVendor;
import org.caravan.infrastructure.Gpus;

/** Converts the records of a call to shell variables of its script. */
public final class CopyVariables {

    private static final int LOCKS = 64;
    private static final String WORD = "[A-Za-z0-9][A-Za-z0-9_-]*";

    private CopyVariables() {}

    /** @throws AdapterFault of kind UNSUPPORTED if the label could escape its folder or be mistaken for another label */
    public static Map<String, String> of(CopyId id) {
        String label = id.label();
        if (!label.matches(WORD + "\\." + WORD + "\\.[0-9]+\\.[0-9]+")) {
            throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                    ("The copy (%s) has no name that is valid on a host.\nMaybe name application and component by letters, digits, '-' and "
                            + "'_'.")
                            .formatted(label));
        }
        String instance = label.substring(0, label.lastIndexOf('.'));
        Map<String, String> variables = new HashMap<>();
        variables.put("LABEL", label);
        variables.put("INSTANCE", instance);
        variables.put("LOCK", Integer.toString(Math.floorMod(instance.hashCode(), LOCKS)));
        variables.put("DEVICE", deviceOf(id));
        return variables;
    }

    /** The same variables and one more. */
    static Map<String, String> of(CopyId id, String name, String value) {
        Map<String, String> variables = of(id);
        variables.put(name, value);
        return variables;
    }

    /**
     * Variables of every script that creates a copy, for a copy without layers.
     *
     * @param cpuQuotaMicros CPU time per 100 ms, in µs
     */
    static Map<String, String> of(CopyId id, CopySpec spec, List<PeerRoute> routes, long cpuQuotaMicros) {
        Map<String, String> variables = of(id);
        variables.put("IMAGE", spec.image());
        variables.put("LAYERS", "");
        variables.put("SPEC", spec.digest());
        variables.put("FACTS", facts(spec));
        variables.put("ROUTES", routes(routes));
        variables.put("HARDWARE_ADDRESS", hardwareAddress(id, spec));
        variables.put("CPU_QUOTA_US", Long.toString(cpuQuotaMicros));
        variables.put("CPU_MILLIS", Long.toString(spec.cpu().value()));
        variables.put("MEMORY", Long.toString(spec.mostMemory().value()));
        variables.put("MEMORY_RESERVED", Long.toString(spec.memory().value()));
        variables.put("GPU_COUNT", Integer.toString(spec.gpu().map(Gpus::count).orElse(0)));
        variables.put("GPU_VENDOR", spec.gpu().flatMap(Gpus::vendor).map(GpuVendor::toString).orElse(""));
        variables.put("NEEDS_SECRETS", spec.secrets().isEmpty() ? "" : "yes");
        return variables;
    }

    /** Name of the network device on the host, at most 15 characters. */
    public static String deviceOf(CopyId id) {
        return "cv" + Digest.abbreviated(Digest.of(id.label()));
    }

    /** Derived from the address. When an address is reused, neighbours' cached entries stay valid. */
    public static String hardwareAddress(CopyId id, CopySpec spec) {
        String digest = Digest.of(spec.addresses().isEmpty() ? id.label() : spec.addresses().get(0).address());
        return "02:" + String.join(":", digest.substring(0, 10).split("(?<=\\G..)"));
    }

    public static String routes(List<PeerRoute> routes) {
        return routes.stream().sorted()
                .map(route -> route.peer() + " " + route.address() + " " + route.sourceAddress() + "\n")
                .collect(Collectors.joining());
    }

    /** One file per line: name, owner, version and content. */
    static String secrets(List<SuppliedSecret> secrets) {
        return secrets.stream()
                .map(secret -> "%s %d %s %s\n".formatted(secret.use().fileName(), secret.use().owner(), secret.version(),
                        Base64.getEncoder().encodeToString(secret.value().bytes())))
                .collect(Collectors.joining());
    }

    /** Content of a copy's label file; {@link ObservedCopies} parses it. */
    public static String facts(CopySpec spec) {
        StringBuilder facts = new StringBuilder("spec ").append(spec.digest()).append('\n');
        for (CopyAddress address : spec.addresses()) {
            facts.append("address ").append(address.address()).append(' ').append(address.prefixLength())
                    .append(' ').append(address.gateway()).append('\n');
        }
        for (Endpoint endpoint : spec.endpoints()) {
            facts.append("port ").append(endpoint.port()).append('\n');
        }
        facts.append(RoutingCopy.fact(spec));
        return facts.toString();
    }

    public static Map<String, String> of(Endpoint endpoint) {
        if (endpoint.readiness() instanceof Readiness.HttpAnswers http) {
            return Map.of("PORT", "" + endpoint.port(), "HTTP_PATH", http.path(), "STATUS", "" + http.status());
        }
        return Map.of("PORT", "" + endpoint.port(), "HTTP_PATH", "", "STATUS", "");
    }
}
