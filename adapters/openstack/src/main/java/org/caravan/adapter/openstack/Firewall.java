package org.caravan.adapter.openstack;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.caravan.machine.MachineLabel;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One security group per machine: exactly the given ports, SSH, and ICMP, which path MTU discovery and round-trip measurements
 * need. Outgoing traffic is not restricted.
 */
final class Firewall {

    private static final int SSH = 22;
    private static final String GROUPS = "/v2.0/security-groups";
    private static final String RULES = "/v2.0/security-group-rules";

    /** An admitted protocol and port, comparable with Neutron's rules. */
    private record Opening(String family, String protocol, int port) implements Comparable<Opening> {

        @Override
        public int compareTo(Opening other) {
            return toString().compareTo(other.toString());
        }
    }

    private final Native calls;

    Firewall(Native calls) {
        this.calls = calls;
    }

    /**
     * Ensures that the machine's group exists and admits exactly these ports and SSH, from anywhere, over both IP versions. Returns
     * its id.
     */
    String ensure(MachineLabel label, Set<Integer> ports) {
        List<JsonNode> groups = of(label);
        String id = groups.isEmpty() ? create(label) : groups.get(0).path("id").asString("");
        open(id, ports);
        return id;
    }

    private String create(MachineLabel label) {
        ObjectNode group = Rest.object();
        group.putObject("security_group").put("name", OpenStackNames.name(label)).put("description", OpenStackNames.description(label));
        return calls.send("make a security group", "POST", Neutron.SERVICE, GROUPS, group).path("security_group").path("id").asString("");
    }

    private void open(String groupId, Set<Integer> ports) {
        Set<Opening> wanted = wanted(ports);
        for (JsonNode rule : calls.list("list rules", Neutron.SERVICE, RULES + "?direction=ingress&security_group_id=" + groupId,
                "security_group_rules")) {
            if (!isAny(rule) || !wanted.remove(opening(rule))) {
                calls.delete("close a port", Neutron.SERVICE, RULES + "/" + rule.path("id").asString(""));
            }
        }
        add(groupId, wanted);
    }

    private static Set<Opening> wanted(Set<Integer> ports) {
        Set<Opening> wanted = new TreeSet<>(Set.of(new Opening("IPv4", "icmp", 0), new Opening("IPv6", "ipv6-icmp", 0)));
        Stream.concat(Stream.of(SSH), ports.stream()).forEach(port -> {
            wanted.add(new Opening("IPv4", "tcp", port));
            wanted.add(new Opening("IPv6", "tcp", port));
        });
        return wanted;
    }

    /** True for rules that Caravan creates: from anywhere, and one port or none. */
    private static boolean isAny(JsonNode rule) {
        return rule.path("remote_ip_prefix").isNull() && rule.path("remote_group_id").isNull()
                && rule.path("port_range_min").equals(rule.path("port_range_max"));
    }

    private static Opening opening(JsonNode rule) {
        return new Opening(rule.path("ethertype").asString(""), rule.path("protocol").asString(""), rule.path("port_range_min").asInt(0));
    }

    /** Adds all rules in one call, because each call takes Neutron as long as all rules together. */
    private void add(String groupId, Set<Opening> openings) {
        if (openings.isEmpty()) {
            return;
        }
        ObjectNode rules = Rest.object();
        ArrayNode all = rules.putArray("security_group_rules");
        for (Opening opening : openings) {
            ObjectNode rule = all.addObject().put("security_group_id", groupId).put("direction", "ingress")
                    .put("ethertype", opening.family()).put("protocol", opening.protocol());
            if (opening.port() > 0) {
                rule.put("port_range_min", opening.port()).put("port_range_max", opening.port());
            }
        }
        calls.send("open the ports " + openings.stream().map(Opening::port).filter(port -> port > 0).distinct().toList(), "POST",
                Neutron.SERVICE, RULES, rules);
    }

    void deleteAll(MachineLabel label) {
        of(label).forEach(group -> calls.delete("delete a security group", Neutron.SERVICE, GROUPS + "/" + group.path("id").asString("")));
    }

    private List<JsonNode> of(MachineLabel label) {
        return calls.list("list security groups", Neutron.SERVICE, GROUPS + "?description="
                + Neutron.encoded(OpenStackNames.description(label)), "security_groups");
    }
}
