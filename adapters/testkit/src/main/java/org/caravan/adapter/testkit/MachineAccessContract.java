package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.caravan.adapter.testkit.ContractCopies.assertFault;
import static org.caravan.adapter.testkit.ContractCopies.faultOf;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.Admission;
import org.caravan.infrastructure.IpFamily;
import org.caravan.machine.MachineCapability;
import org.caravan.machine.MachineFirewall;
import org.caravan.machine.ObservedMachine;
import org.junit.jupiter.api.Test;

/** Contract test for the network access of machines, verified by connecting to them instead of asking the provider. */
abstract class MachineAccessContract extends MachineRefusalContract {

    private static final int WEB = 8080;

    @Test
    void opensExactlyThePortsGivenBesideSsh() {
        ObservedMachine machine = machines.running("one");
        String address = machine.sshAddress().orElseThrow();
        machines.access("one", List.of(), List.of(), List.of(WEB));
        await("the port opens").until(() -> ground.answers(address, WEB));
        assumeDeclared(MachineCapability.CLOSED_PORTS);
        machines.access("one", List.of(), List.of(), List.of(WEB + 1));
        await("the port closes").until(() -> !ground.answers(address, WEB));
        assertThat(ground.openings(ContractMachines.label("one"))).as("what the provider lets in")
                .containsExactlyElementsOf(beside(WEB + 1));
        await("SSH stays open").until(() -> ground.answers(address, 22));
        machines.access("one", List.of(), List.of(), List.of(WEB));
        await("the port opens again").until(() -> ground.answers(address, WEB));
    }

    /**
     * The matrix of form vm: every pair of machines, and a user outside, over each IP version. As packets here; which rules the provider
     * has for them is compared, too.
     */
    @Test
    void admitsExactlyThePlannedSenders() {
        assumeDeclared(MachineCapability.CLOSED_PORTS);
        Map<String, ObservedMachine> all = new TreeMap<>();
        List.of("one", "two", "three").forEach(name -> all.put(name, machines.running(name)));
        all.values().forEach(machine -> await("its server runs").until(() -> ground.overSsh(machine, "ss -ltn").contains(":" + WEB)));
        Map<String, Set<Admission>> admitted = new TreeMap<>();
        admitted.put("one", all.get("two").addresses().stream().map(address -> new Admission(address, WEB)).collect(Collectors.toSet()));
        admitted.put("two", Set.of(new Admission(Admission.ANYWHERE, WEB)));
        admitted.put("three", Set.of());
        admitted.forEach((name, those) -> assertThat(machines.admit(name, those).firewall().orElseThrow())
                .isEqualTo(new MachineFirewall(new TreeSet<>(those), false)));
        Map<String, String> expected = new TreeMap<>();
        Map<String, String> seen = new TreeMap<>();
        all.forEach((to, target) -> target.addresses().forEach(address -> {
            String version = address.contains(":") ? "IPv6" : "IPv4";
            all.forEach((from, source) -> {
                if (!from.equals(to)) {
                    boolean open = to.equals("two") || to.equals("one") && from.equals("two");
                    expected.put(from + " to " + to + ", " + version, open ? "open" : "closed");
                    seen.put(from + " to " + to + ", " + version, tried(open, port -> ground.connects(source, address, port)));
                }
            });
            expected.put("outside to " + to + ", " + version, to.equals("two") ? "open" : "closed");
            seen.put("outside to " + to + ", " + version, tried(to.equals("two"), port -> ground.answers(address, port)));
        }));
        print(expected, seen);
        assertThat(seen).isEqualTo(expected);
        assertThat(ground.openings(ContractMachines.label("one"))).as("rules of the provider")
                .containsExactlyElementsOf(rules(all.get("two").addresses()));
        assertThat(machines.observed("one").orElseThrow().firewall().orElseThrow().admissions()).isEqualTo(admitted.get("one"));
        machines.admit("one", admitted.get("one"));
        assertThat(ground.openings(ContractMachines.label("one"))).as("asked twice")
                .containsExactlyElementsOf(rules(all.get("two").addresses()));
    }

    @Test
    void removedRulesOfSshAndIcmpAreSeenAndRestored() {
        assumeDeclared(MachineCapability.CLOSED_PORTS);
        machines.ensure("one");
        machines.admit("one", Set.of(new Admission(Admission.ANYWHERE, WEB)));
        assumeTrue(ground.withdraw(ContractMachines.label("one")), "no rules can be removed at this provider");
        MachineFirewall seen = machines.observed("one").orElseThrow().firewall().orElseThrow();
        assertThat(seen.complete()).as("SSH and ICMP were removed").isFalse();
        assertThat(machines.admit("one", seen.admissions()).firewall().orElseThrow().isExactly(seen.admissions())).isTrue();
        assertThat(ground.openings(ContractMachines.label("one"))).containsExactlyElementsOf(beside(WEB));
    }

    /**
     * Port 22, which is open to all, shows that there is a way: without it, a closed port would prove nothing. Packets get lost on busy
     * machines, so one attempt is not enough.
     */
    private static String tried(boolean open, IntPredicate attempt) {
        await("a way to the machine").until(() -> attempt.test(22));
        if (open) {
            try {
                await().until(() -> attempt.test(WEB));
                return "open";
            } catch (ConditionTimeoutException closed) {
                return "closed";
            }
        }
        return attempt.test(WEB) || attempt.test(WEB) ? "open" : "closed";
    }

    private SortedSet<String> rules(List<String> senders) {
        SortedSet<String> rules = new TreeSet<>();
        for (String version : declares(MachineCapability.IPV6) ? List.of("ipv4", "ipv6") : List.of("ipv4")) {
            rules.addAll(List.of("icmp " + version, "tcp 22 " + version));
        }
        senders.forEach(sender -> rules.add("tcp " + WEB + (sender.contains(":") ? " ipv6 " + sender + "/128"
                : " ipv4 " + sender + "/32")));
        return rules;
    }

    private void print(Map<String, String> expected, Map<String, String> seen) {
        StringBuilder table = new StringBuilder(String.format(Locale.ROOT, "%nvm at %s%n%-40s %-10s %s%n", cloud.provider(), "tried",
                "expected", "seen"));
        expected.forEach((name, wanted) -> table.append(String.format(Locale.ROOT, "%-40s %-10s %s%s%n", name, wanted, seen.get(name),
                wanted.equals(seen.get(name)) ? "" : " DIFFERS")));
        table.append(expected.entrySet().stream().filter(entry -> !entry.getValue().equals(seen.get(entry.getKey()))).count())
                .append(" differences of ").append(expected.size());
        System.out.println(table);
    }

    /** SSH, ICMP and this port, for each IP version. */
    private SortedSet<String> beside(int port) {
        SortedSet<String> openings = new TreeSet<>();
        for (String version : declares(MachineCapability.IPV6) ? List.of("ipv4", "ipv6") : List.of("ipv4")) {
            openings.addAll(List.of("icmp " + version, "tcp 22 " + version, "tcp " + port + " " + version));
        }
        return openings;
    }

    @Test
    void keepsPortsClosedUntilTold() {
        assumeDeclared(MachineCapability.CLOSED_PORTS);
        ObservedMachine machine = machines.running("one");
        await("the server runs").until(() -> ground.overSsh(machine, "ss -ltn").contains(":" + WEB));
        assertThat(ground.answers(machine.sshAddress().orElseThrow(), WEB)).isFalse();
    }

    @Test
    void answersOverItsIpv6Address() {
        assumeDeclared(MachineCapability.IPV6);
        machines.running("one");
        ObservedMachine machine = machines.access("one", List.of(), List.of(), List.of(WEB));
        String address = machine.addresses().stream().filter(text -> text.contains(":")).findFirst()
                .orElseThrow(() -> new AssertionError("no IPv6 address in " + machine.addresses()));
        await("HTTP over IPv6").until(() -> ground.answers(address, WEB));
        await("SSH over IPv6").until(() -> ground.answers(address, 22));
    }

    @Test
    void givesAndTakesChosenAddresses() {
        assumeDeclared(MachineCapability.CHOSEN_ADDRESSES);
        givesAndTakes(IpFamily.IPV4);
    }

    @Test
    void givesAndTakesChosenIpv6Addresses() {
        assumeDeclared(MachineCapability.CHOSEN_ADDRESSES, MachineCapability.IPV6);
        givesAndTakes(IpFamily.IPV6);
    }

    private void givesAndTakes(IpFamily family) {
        ObservedMachine before = machines.running("one");
        String kept = ground.freeAddress(family, 1);
        String taken = ground.freeAddress(family, 2);
        ObservedMachine with = machines.access("one", List.of(kept, taken), List.of(), List.of(WEB));
        assertThat(with.addresses()).startsWith(before.addresses().get(0)).contains(kept, taken)
                .containsAll(before.addresses()).hasSize(before.addresses().size() + 2);
        ground.overSsh(with, ground.commandToTake(kept));
        ground.overSsh(with, ground.commandToTake(taken));
        await("HTTP at the chosen addresses").until(() -> ground.answers(kept, WEB) && ground.answers(taken, WEB));

        ObservedMachine without = machines.access("one", List.of(kept), List.of(), List.of(WEB));
        assertThat(without.addresses()).contains(kept).doesNotContain(taken);
        await("no answer at an address given back").until(() -> !ground.answers(taken, WEB));
        await("the other address keeps answering").until(() -> ground.answers(kept, WEB));
        assertThat(machines.access("one", List.of(), List.of(), List.of()).addresses()).isEqualTo(before.addresses());
    }

    @Test
    void takesManyChosenAddresses() {
        assumeDeclared(MachineCapability.CHOSEN_ADDRESSES);
        machines.ensure("one");
        List<String> many = IntStream.rangeClosed(1, 8).mapToObj(i -> ground.freeAddress(IpFamily.IPV4, i)).toList();
        assertThat(machines.access("one", many, List.of(many.get(7)), List.of()).addresses()).containsAll(many);
        assertThat(machines.access("one", many.subList(4, 8), List.of(), List.of()).addresses())
                .containsAll(many.subList(4, 8)).doesNotContainAnyElementsOf(many.subList(0, 4));
    }

    @Test
    void refusesAnAddressThatIsNotOfTheNetwork() {
        assumeDeclared(MachineCapability.CHOSEN_ADDRESSES);
        ObservedMachine before = machines.ensure("one");
        assertFault(faultOf(() -> machines.access("one", List.of(ground.farAddress()), List.of(), List.of())),
                AdapterFault.Kind.FAILED, ground.farAddress());
        assertThat(machines.observed("one").orElseThrow().addresses()).isEqualTo(before.addresses());
    }

    @Test
    void refusesAnAddressThatAnotherMachineHas() {
        assumeDeclared(MachineCapability.CHOSEN_ADDRESSES);
        machines.ensure("one");
        machines.ensure("two");
        String address = ground.freeAddress(IpFamily.IPV4, 1);
        machines.access("one", List.of(address), List.of(), List.of());
        assertFault(faultOf(() -> machines.access("two", List.of(address), List.of(), List.of())),
                AdapterFault.Kind.FAILED, address);
    }

    @Test
    void givesAndTakesAPublicAddress() {
        assumeDeclared(MachineCapability.PUBLIC_ADDRESSES);
        String first = machines.running("one").addresses().get(0);
        ObservedMachine machine = machines.access("one", List.of(), List.of(first), List.of(WEB));
        assertThat(machine.publicAddresses()).containsOnlyKeys(first);
        assertThat(machine.sshAddress()).contains(machine.publicAddresses().get(first));
        String at = machine.publicAddresses().get(first);
        await("HTTP at the public address").until(() -> ground.answers(at, WEB));
        assertThat(ground.overSsh(machine, "hostname")).isNotEmpty();
        assertThat(machines.access("one", List.of(), List.of(first), List.of(WEB)).publicAddresses())
                .as("asked twice").isEqualTo(machine.publicAddresses());
        assertThat(machines.access("one", List.of(), List.of(), List.of(WEB)).publicAddresses()).isEmpty();
        await("no answer at a public address given back").until(() -> !ground.answers(at, WEB));
    }

    @Test
    void aChosenAddressCanHaveAPublicOne() {
        assumeDeclared(MachineCapability.PUBLIC_ADDRESSES, MachineCapability.CHOSEN_ADDRESSES);
        ObservedMachine before = machines.running("one");
        String chosen = ground.freeAddress(IpFamily.IPV4, 1);
        String first = before.addresses().get(0);
        ObservedMachine machine = machines.access("one", List.of(chosen), List.of(chosen, first), List.of(WEB));
        assertThat(machine.publicAddresses()).containsOnlyKeys(chosen, first);
        ground.overSsh(machine, ground.commandToTake(chosen));
        await("HTTP at the public address").until(() -> ground.answers(machine.publicAddresses().get(chosen), WEB));
    }

    @Test
    void accessAskedForTwiceChangesNothing() {
        ObservedMachine once = machines.running("one");
        List<String> chosen = declares(MachineCapability.CHOSEN_ADDRESSES) ? List.of(ground.freeAddress(IpFamily.IPV4, 1)) : List.of();
        ObservedMachine first = machines.access("one", chosen, List.of(), List.of(WEB));
        assertThat(machines.access("one", chosen, List.of(), List.of(WEB))).isEqualTo(first);
        assertThat(machines.observed()).containsExactly(first);
        assertThat(first.id()).isEqualTo(once.id());
    }
}
