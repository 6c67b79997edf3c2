package org.caravan.adapter.openstack;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.machine.MachineLabel;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Public addresses (floating IPs in Neutron). The creating call sets the machine's label as description, so that none leaks. */
final class FloatingAddresses {

    private static final String PATH = "/v2.0/floatingips";

    private final Native calls;

    FloatingAddresses(Native calls) {
        this.calls = calls;
    }

    /** Public by private address, by port id, for all ports. */
    Map<String, Map<String, String>> byPort() {
        Map<String, Map<String, String>> found = new HashMap<>();
        for (JsonNode floating : calls.list("list public addresses", Neutron.SERVICE, PATH, "floatingips")) {
            if (!floating.path("port_id").isNull()) {
                found.computeIfAbsent(floating.path("port_id").asString(""), id -> new TreeMap<>())
                        .put(floating.path("fixed_ip_address").asString(""), floating.path("floating_ip_address").asString(""));
            }
        }
        return found;
    }

    int count() {
        return calls.list("list public addresses", Neutron.SERVICE, PATH, "floatingips").size();
    }

    /** Releases public addresses of the machine that do not belong to these private ones, including unused ones. */
    void keepOnly(MachineLabel label, Port port, Set<String> privates) {
        for (JsonNode floating : of(label)) {
            boolean kept = floating.path("port_id").asString("").equals(port.id())
                    && privates.contains(floating.path("fixed_ip_address").asString(""));
            if (!kept) {
                delete(floating);
            }
        }
    }

    void ensure(MachineLabel label, Port port, Set<String> privates, String publicNetworkId) {
        Set<String> missing = new TreeSet<>(privates);
        of(label).forEach(floating -> missing.remove(floating.path("fixed_ip_address").asString("")));
        for (String address : missing) {
            ObjectNode floating = Rest.object();
            floating.putObject("floatingip").put("floating_network_id", publicNetworkId).put("port_id", port.id())
                    .put("fixed_ip_address", address).put("description", OpenStackNames.description(label));
            calls.send("give a public address to " + address, "POST", Neutron.SERVICE, PATH, floating);
        }
    }

    void deleteAll(MachineLabel label) {
        of(label).forEach(this::delete);
    }

    private List<JsonNode> of(MachineLabel label) {
        return calls.list("list public addresses", Neutron.SERVICE, PATH + "?description="
                + Neutron.encoded(OpenStackNames.description(label)), "floatingips");
    }

    private void delete(JsonNode floating) {
        calls.delete("give back a public address", Neutron.SERVICE, PATH + "/" + floating.path("id").asString(""));
    }
}
