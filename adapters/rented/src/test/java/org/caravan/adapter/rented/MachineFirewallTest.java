package org.caravan.adapter.rented;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.infrastructure.Admission;
import org.caravan.machine.MachineFirewall.Rule;
import org.caravan.machine.MachineFirewall;
import org.junit.jupiter.api.Test;

class MachineFirewallTest {

    private static final Set<Admission> ALL = Set.of(new Admission(Admission.ANYWHERE, 80), new Admission("10.1.2.7", 8080),
            new Admission("fd4e:1:2::7", 8080));

    @Test
    void admissionsAreRulesAndBack() {
        List<Rule> rules = MachineFirewall.rules(ALL);
        assertThat(rules).containsExactlyInAnyOrder(new Rule(80, "0.0.0.0/0"), new Rule(80, "::/0"), new Rule(8080, "10.1.2.7/32"),
                new Rule(8080, "fd4e:1:2::7/128"));
        assertThat(MachineFirewall.of(rules, false)).isEqualTo(new MachineFirewall(new TreeSet<>(ALL), false));
    }

    @Test
    void addressesAreReadInEachSpelling() {
        assertThat(MachineFirewall.of(List.of(new Rule(80, "FD4E:0001:2:0:0:0:0:7/128")), false).admissions())
                .containsExactly(new Admission("fd4e:1:2::7", 80));
    }

    @Test
    void otherRulesAreForeign() {
        for (String cidr : List.of("10.0.0.0/8", "0.0.0.0/0", "::/0", "fd00::/8", "nowhere/32", "")) {
            assertThat(MachineFirewall.of(List.of(new Rule(80, cidr)), false)).as(cidr)
                    .isEqualTo(new MachineFirewall(new TreeSet<>(), true));
        }
        assertThat(MachineFirewall.of(List.of(), true).foreign()).isTrue();
    }
}
