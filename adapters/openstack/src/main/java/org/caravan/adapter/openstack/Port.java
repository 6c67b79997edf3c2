package org.caravan.adapter.openstack;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.machine.MachineLabel;
import tools.jackson.databind.JsonNode;

/**
 * Network port of a machine.
 *
 * @param serverId empty before it is attached to a server
 * @param fixed subnet id by address
 * @param allowed addresses that it may use in addition to its fixed ones
 * @param first addresses assigned at creation, in that order; never removed
 * @param created time of creation by the clock of Neutron; empty if Neutron reports none in ISO 8601
 */
record Port(String id, MachineLabel label, String serverId, String networkId, SortedMap<String, String> fixed,
        SortedSet<String> allowed, List<String> first, Optional<Instant> created) {

    static Port of(MachineLabel label, JsonNode port) {
        SortedMap<String, String> fixed = new TreeMap<>();
        port.path("fixed_ips").forEach(each -> fixed.put(each.path("ip_address").asString(""), each.path("subnet_id").asString("")));
        SortedSet<String> allowed = new TreeSet<>();
        port.path("allowed_address_pairs").forEach(each -> allowed.add(each.path("ip_address").asString("")));
        return new Port(port.path("id").asString(""), label, port.path("device_id").asString(""), port.path("network_id").asString(""),
                fixed, allowed, first(port.path("name").asString(""), fixed), created(port.path("created_at").asString("")));
    }

    private static Optional<Instant> created(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /**
     * Whether the port is at least this old. A port without a readable time is not: it costs little until its machine is destroyed, but
     * without its port, a machine that is being ordered fails.
     */
    boolean olderThan(Duration age, Instant now) {
        return created.filter(time -> !time.isAfter(now.minus(age))).isPresent();
    }

    /** Port name that stores these addresses, because Neutron does not keep their order. */
    static String nameFor(List<String> first) {
        return "caravan " + String.join(" ", first);
    }

    private static List<String> first(String name, SortedMap<String, String> fixed) {
        List<String> first = new ArrayList<>(List.of(name.split(" ")));
        first.retainAll(fixed.keySet());
        return first.isEmpty() ? fixed.keySet().stream().sorted((one, other) -> Boolean.compare(one.contains(":"), other.contains(":")))
                .toList()
                : List.copyOf(first);
    }

    /** All addresses, starting with those assigned at creation. */
    List<String> addresses() {
        SortedSet<String> further = new TreeSet<>(fixed.keySet());
        further.addAll(allowed);
        first.forEach(further::remove);
        List<String> all = new ArrayList<>(first);
        all.addAll(further);
        return all;
    }
}
