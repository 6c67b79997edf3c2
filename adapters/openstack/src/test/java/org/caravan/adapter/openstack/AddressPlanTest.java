package org.caravan.adapter.openstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.caravan.infrastructure.Subnet;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.MachineLabel;
import org.junit.jupiter.api.Test;

class AddressPlanTest {

    private static final Subnetwork FOUR = new Subnetwork("four", new Subnet("10.7.0.0/24", "10.7.0.1"), false);
    private static final Subnetwork SIX = new Subnetwork("six", new Subnet("fd00:7::/64", "fd00:7::1"), false);
    private static final Subnetwork SELF_MADE = new Subnetwork("slaac", new Subnet("fd00:8::/64", "fd00:8::1"), true);
    private static final List<Subnetwork> SUBNETS = List.of(FOUR, SIX, SELF_MADE);

    @Test
    void addressesOfTheNetworkBecomeFixedOnes() {
        AddressPlan plan = plan(port(), List.of("10.7.0.201", "fd00:7::c9"), List.of());
        assertThat(plan.fixed()).containsOnly(Map.entry("10.7.0.5", "four"), Map.entry("fd00:7::5", "six"),
                Map.entry("10.7.0.201", "four"), Map.entry("fd00:7::c9", "six"));
        assertThat(plan.allowed()).isEmpty();
    }

    @Test
    void whatAPortCannotHoldIsAllowedAndThoseWithAPublicOneComeFirst() {
        List<String> many = IntStream.rangeClosed(201, 208).mapToObj(i -> "10.7.0." + i).toList();
        AddressPlan plan = plan(port(), many, List.of("10.7.0.208"));
        assertThat(plan.fixed()).hasSize(AddressPlan.FIXED_PER_PORT).containsKeys("10.7.0.208", "10.7.0.201", "10.7.0.202");
        assertThat(plan.allowed()).hasSize(5).doesNotContain("10.7.0.208");
    }

    @Test
    void whatIsFixedStaysSo() {
        Port before = port("10.7.0.207");
        AddressPlan plan = plan(before, List.of("10.7.0.201", "10.7.0.202", "10.7.0.203", "10.7.0.207"), List.of());
        assertThat(plan.fixed()).containsKey("10.7.0.207");
    }

    @Test
    void machinesMakeTheirOwnAddressesOfAnAutomaticSubnet() {
        AddressPlan plan = plan(port(), List.of("fd00:8::c9"), List.of());
        assertThat(plan.fixed()).doesNotContainKey("fd00:8::c9");
        assertThat(plan.allowed()).containsExactly("fd00:8::c9");
    }

    @Test
    void theFirstOnesAreNeverTaken() {
        assertThat(plan(port("10.7.0.201"), List.of(), List.of("10.7.0.5")).fixed()).containsOnlyKeys("10.7.0.5", "fd00:7::5");
    }

    @Test
    void anAddressOfNoSubnetIsNamed() {
        assertThatThrownBy(() -> plan(port(), List.of("192.0.2.1"), List.of()))
                .hasMessageContaining("192.0.2.1").hasMessageContaining("shop/vm-1")
                .hasMessageContaining("\nMaybe use one of [10.7.0.0/24, ");
    }

    private static AddressPlan plan(Port port, List<String> addresses, List<String> publicFor) {
        return AddressPlan.of(port, new MachineAccess(new TreeSet<>(addresses), new TreeSet<>(publicFor)), SUBNETS);
    }

    private static Port port(String... further) {
        TreeMap<String, String> fixed = new TreeMap<>(Map.of("10.7.0.5", "four", "fd00:7::5", "six"));
        Set.of(further).forEach(address -> fixed.put(address, "four"));
        return new Port("port", new MachineLabel("shop", "vm-1"), "server", "net", fixed, new TreeSet<>(),
                List.of("10.7.0.5", "fd00:7::5"), Optional.empty());
    }
}
