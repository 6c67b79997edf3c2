package org.caravan.adapter.openstack;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.caravan.adapter.AdapterFault;
import org.caravan.machine.MachineLabel;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Networks and ports of a project. */
final class Neutron {

    static final String SERVICE = "network";

    private final Native calls;

    Neutron(Native calls) {
        this.calls = calls;
    }

    /** Finds a network by name or id; without a name, the project's only one. */
    String privateNetwork(Optional<String> name) {
        return network(name, "network", network -> !network.path("router:external").asBoolean(),
                "name it in the region, as in `network \"private\"`");
    }

    String publicNetwork(Optional<String> name) {
        return network(name, "network of public addresses", network -> network.path("router:external").asBoolean(),
                "name it in the credentials' file `openstack`, as in `public-network=public`");
    }

    private String network(Optional<String> name, String what, Predicate<JsonNode> kind, String way) {
        List<JsonNode> all = calls.list("list networks", SERVICE, "/v2.0/networks", "networks").stream().filter(kind).toList();
        List<JsonNode> meant = all.stream().filter(network -> name.isEmpty() || name.get().equals(network.path("name").asString(""))
                || name.get().equals(network.path("id").asString(""))).toList();
        List<String> known = all.stream().map(network -> network.path("name").asString("")).sorted().toList();
        if (meant.isEmpty()) {
            throw OpenStackFault.unknown(what, name.orElse("any"), calls.where(), known);
        }
        if (meant.size() > 1) {
            throw OpenStackFault.undecided(what, calls.where(), known, way);
        }
        return meant.get(0).path("id").asString("");
    }

    List<Subnetwork> subnets(String networkId) {
        return calls.list("list subnets", SERVICE, "/v2.0/subnets?network_id=" + networkId, "subnets").stream().map(Subnetwork::of)
                .toList();
    }

    /** All labelled ports. */
    List<Port> ports() {
        return ports("/v2.0/ports");
    }

    List<Port> ports(MachineLabel label) {
        return ports("/v2.0/ports?description=" + encoded(OpenStackNames.description(label)));
    }

    private List<Port> ports(String path) {
        return calls.list("list ports", SERVICE, path, "ports").stream()
                .flatMap(port -> OpenStackNames.ofDescription(port.path("description").asString("")).map(label -> Port.of(label, port))
                        .stream())
                .toList();
    }

    Port createPort(MachineLabel label, String networkId, String groupId) {
        ObjectNode port = Rest.object();
        ObjectNode content = port.putObject("port");
        content.put("network_id", networkId).put("description", OpenStackNames.description(label)).put("name", "caravan");
        content.putArray("security_groups").add(groupId);
        Port made = Port.of(label, calls.send("make a port", "POST", SERVICE, "/v2.0/ports", port).path("port"));
        ObjectNode named = Rest.object();
        named.putObject("port").put("name", Port.nameFor(made.first()));
        try {
            return update(made, named);
        } catch (AdapterFault e) {
            discard(made, e);
            throw e;
        }
    }

    Port setAddresses(Port port, AddressPlan plan) {
        if (plan.fixed().equals(port.fixed()) && plan.allowed().equals(port.allowed())) {
            return port;
        }
        ObjectNode changed = Rest.object();
        ObjectNode content = changed.putObject("port");
        ArrayNode fixed = content.putArray("fixed_ips");
        plan.fixed().forEach((address, subnet) -> fixed.addObject().put("subnet_id", subnet).put("ip_address", address));
        ArrayNode allowed = content.putArray("allowed_address_pairs");
        plan.allowed().forEach(address -> allowed.addObject().put("ip_address", address));
        return update(port, changed);
    }

    private Port update(Port port, ObjectNode changed) {
        return Port.of(port.label(), calls.send("set the addresses of a port", "PUT", SERVICE, "/v2.0/ports/" + port.id(), changed)
                .path("port"));
    }

    /**
     * Another port of the network that has the address; empty if there is none. Neutron does not keep allowed addresses unique, so
     * Caravan checks them.
     */
    Optional<String> otherUser(Port port, String address) {
        for (JsonNode other : calls.list("list ports", SERVICE, "/v2.0/ports?network_id=" + port.networkId(), "ports")) {
            boolean uses = has(other.path("fixed_ips"), address) || has(other.path("allowed_address_pairs"), address);
            if (uses && !other.path("id").asString("").equals(port.id())) {
                return Optional.of(OpenStackNames.ofDescription(other.path("description").asString(""))
                        .map(label -> "the machine (" + label + ")")
                        .orElse("another port of the network"));
            }
        }
        return Optional.empty();
    }

    private static boolean has(JsonNode entries, String address) {
        for (JsonNode entry : entries) {
            if (entry.path("ip_address").asString("").equals(address)) {
                return true;
            }
        }
        return false;
    }

    void deletePort(String id) {
        calls.delete("delete a port", SERVICE, "/v2.0/ports/" + id);
    }

    /** Deletes the port of an order that failed; a failure of the deletion does not hide the reason. */
    void discard(Port port, AdapterFault because) {
        try {
            deletePort(port.id());
        } catch (AdapterFault e) {
            because.addSuppressed(e);
        }
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
