package org.caravan.adapter.openstack;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.infrastructure.Admission;
import org.caravan.machine.MachineFirewall;
import org.caravan.machine.MachineLabel;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One security group per machine: exactly the given senders and ports, SSH, and ICMP, which path MTU discovery and round-trip
 * measurements need. Outgoing traffic is not restricted.
 */
final class Firewall {

    private static final int SSH = 22;
    private static final String GROUPS = "/v2.0/security-groups";
    private static final String RULES = "/v2.0/security-group-rules";
    private static final String ANY_IPV4 = "0.0.0.0/0";
    private static final String ANY_IPV6 = "::/0";
    private static final Set<Opening> ALWAYS = Set.of(new Opening("icmp", 0, ANY_IPV4), new Opening("ipv6-icmp", 0, ANY_IPV6),
            new Opening("tcp", SSH, ANY_IPV4), new Opening("tcp", SSH, ANY_IPV6));

    /**
     * An admitted protocol, port and sender, comparable with Neutron's rules.
     *
     * @param port 0 for all ports of the protocol
     */
    private record Opening(String protocol, int port, String cidr) implements Comparable<Opening> {

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
     * Ensures that the machine's group exists and admits exactly these senders, SSH and ICMP. If two servers ordered the machine at once,
     * it may have two groups, of which its port uses either: both admit the same.
     */
    void ensure(MachineLabel label, Collection<Admission> admissions) {
        groups(label).forEach(id -> open(id, admissions));
    }

    /**
     * Ensures that the machine's group exists and admits at least SSH and ICMP. Removes no rule: the machine of another server's order may
     * use the group already.
     *
     * @return the id of one of its groups
     */
    String prepare(MachineLabel label) {
        List<String> all = groups(label);
        all.forEach(id -> {
            Set<Opening> missing = new TreeSet<>(ALWAYS);
            rules(id).forEach(rule -> opening(rule).ifPresent(missing::remove));
            add(id, missing);
        });
        return all.get(0);
    }

    /** Ids of all groups of the machine, at least one. */
    private List<String> groups(MachineLabel label) {
        List<String> groups = of(label).stream().map(group -> group.path("id").asString("")).toList();
        return groups.isEmpty() ? List.of(create(label)) : groups;
    }

    private String create(MachineLabel label) {
        ObjectNode group = Rest.object();
        group.putObject("security_group").put("name", OpenStackNames.name(label)).put("description", OpenStackNames.description(label));
        return calls.send("make a security group", "POST", Neutron.SERVICE, GROUPS, group).path("security_group").path("id").asString("");
    }

    /** Adds before it removes, so that a sender of both the old and the new rules is always admitted. */
    private void open(String groupId, Collection<Admission> admissions) {
        Set<Opening> wanted = new TreeSet<>(ALWAYS);
        MachineFirewall.rules(admissions).forEach(rule -> wanted.add(new Opening("tcp", rule.port(), rule.cidr())));
        List<String> superfluous = new ArrayList<>();
        for (JsonNode rule : rules(groupId)) {
            if (opening(rule).filter(wanted::remove).isEmpty()) {
                superfluous.add(rule.path("id").asString(""));
            }
        }
        add(groupId, wanted);
        superfluous.forEach(id -> calls.delete("close a port", Neutron.SERVICE, RULES + "/" + id));
    }

    private List<JsonNode> rules(String groupId) {
        return calls.list("list rules", Neutron.SERVICE, RULES + "?direction=ingress&security_group_id=" + groupId, "security_group_rules");
    }

    /** Empty for a rule that Caravan never creates: for a range of ports, another protocol, or another group. */
    private static Optional<Opening> opening(JsonNode rule) {
        String protocol = rule.path("protocol").asString("");
        boolean icmp = rule.path("port_range_min").isNull() && (protocol.equals("icmp") || protocol.equals("ipv6-icmp"));
        boolean tcp = protocol.equals("tcp") && !rule.path("port_range_min").isNull();
        if (!rule.path("remote_group_id").isNull() || rule.hasNonNull("remote_address_group_id")
                || !rule.path("port_range_min").equals(rule.path("port_range_max")) || !icmp && !tcp) {
            return Optional.empty();
        }
        String any = rule.path("ethertype").asString("").equals("IPv6") ? ANY_IPV6 : ANY_IPV4;
        return Optional.of(new Opening(protocol, rule.path("port_range_min").asInt(0), rule.path("remote_ip_prefix").asString(any)));
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
                    .put("ethertype", opening.cidr().contains(":") ? "IPv6" : "IPv4").put("protocol", opening.protocol());
            if (opening.port() > 0) {
                rule.put("port_range_min", opening.port()).put("port_range_max", opening.port());
            }
            if (!opening.cidr().equals(ANY_IPV4) && !opening.cidr().equals(ANY_IPV6)) {
                rule.put("remote_ip_prefix", opening.cidr());
            }
        }
        calls.send("open the ports " + openings.stream().map(Opening::port).filter(port -> port > 0).distinct().toList(), "POST",
                Neutron.SERVICE, RULES, rules);
    }

    /** What the groups of all machines admit beside SSH and ICMP; one call. */
    Map<MachineLabel, MachineFirewall> all() {
        return read(calls.list("list security groups", Neutron.SERVICE, GROUPS, "security_groups"));
    }

    /** The same for one machine; admits nothing if the machine has no group. */
    MachineFirewall its(MachineLabel label) {
        return read(of(label)).getOrDefault(label, new MachineFirewall(new TreeSet<>(), false));
    }

    private static Map<MachineLabel, MachineFirewall> read(List<JsonNode> groups) {
        Map<MachineLabel, MachineFirewall> firewalls = new HashMap<>();
        groups.forEach(group -> OpenStackNames.ofDescription(group.path("description").asString(""))
                .ifPresent(label -> firewalls.put(label, read(group))));
        return firewalls;
    }

    private static MachineFirewall read(JsonNode group) {
        Set<Opening> openings = new TreeSet<>();
        boolean foreign = false;
        for (JsonNode rule : group.path("security_group_rules")) {
            if (rule.path("direction").asString("").equals("ingress")) {
                Optional<Opening> opening = opening(rule);
                foreign |= opening.isEmpty();
                opening.ifPresent(openings::add);
            }
        }
        boolean complete = openings.containsAll(ALWAYS);
        openings.removeAll(ALWAYS);
        foreign |= openings.stream().anyMatch(opening -> opening.port() == 0);
        MachineFirewall firewall = MachineFirewall.of(openings.stream().filter(opening -> opening.port() > 0)
                .map(opening -> new MachineFirewall.Rule(opening.port(), opening.cidr())).collect(Collectors.toSet()), foreign);
        return complete ? firewall : firewall.incomplete();
    }

    /** The fault is {@link OpenStackFault#isInUse} if a port uses a group: of another order, or of a server that Nova is deleting. */
    void deleteAll(MachineLabel label) {
        of(label).forEach(group -> calls.delete("delete a security group", Neutron.SERVICE, GROUPS + "/" + group.path("id").asString("")));
    }

    private List<JsonNode> of(MachineLabel label) {
        return calls.list("list security groups", Neutron.SERVICE, GROUPS + "?description="
                + Neutron.encoded(OpenStackNames.description(label)), "security_groups");
    }
}
