package org.caravan.adapter.simulated;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.adapter.testkit.MachineFixture;
import org.caravan.infrastructure.Admission;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Subnet;
import org.caravan.machine.MachineCapability;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOffer;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;

/** Simulated machines as the contract wants to see them; what it would ask over SSH is answered from their state. */
final class SimulatedMachineFixture implements MachineFixture {

    static final Map<String, List<Subnet>> NETWORKS = Map.of("Oslo", List.of(
            new Subnet("10.77.0.0/24", "10.77.0.1"), new Subnet("fd77::/64", "fd77::1")));

    private final Set<MachineCapability> declared;
    private final SimulatedMachineCloud first;
    private final Map<MachineLabel, String> disks = new ConcurrentHashMap<>();
    private final Set<String> taken = ConcurrentHashMap.newKeySet();

    SimulatedMachineFixture(Set<MachineCapability> declared) {
        this.declared = declared;
        this.first = SimulatedMachineCloud.open(new SimulatedMachineScript(7, Duration.ZERO, Duration.ofMillis(20), declared,
                offers(), Set.of("huge"), Set.of("no-such-image"), NETWORKS, Map.of("poor", 0), Set.of("wrong"),
                Set.of("good", "poor", "wrong"), Set.of("Nowhere"), Optional.empty(), List.of()), InstantSource.system());
    }

    private List<MachineOffer> offers() {
        Optional<MonthlyCost> price = declared.contains(MachineCapability.PRICES) ? Optional.of(new MonthlyCost(900)) : Optional.empty();
        return List.of("small", "medium", "huge").stream().map(name -> new MachineOffer(name, Architecture.AMD64,
                new MilliCores(2000), Bytes.ofMebi(2048), Bytes.ofMebi(10_240), price)).toList();
    }

    @Override
    public MachineCloud connect() {
        return first.restarted();
    }

    @Override
    public Region region() {
        return region("Oslo", "good");
    }

    @Override
    public Region regionWithoutQuota() {
        return region("Oslo", "poor");
    }

    @Override
    public Region regionWithWrongPassword() {
        return region("Oslo", "wrong");
    }

    @Override
    public String password() {
        return "there is none";
    }

    @Override
    public Region unreachableRegion() {
        return region("Nowhere", "good");
    }

    private static Region region(String name, String credentials) {
        return new Region("simulated", Optional.empty(), name, Optional.empty(), credentials);
    }

    @Override
    public MachineOrder order(String hostId) {
        return new MachineOrder(new MachineLabel(INFRASTRUCTURE, hostId), "small", "debian-12", "ssh-ed25519 AAAA", "");
    }

    @Override
    public MachineOrder orderWithoutRoom(String hostId) {
        return new MachineOrder(new MachineLabel(INFRASTRUCTURE, hostId), "huge", "debian-12", "ssh-ed25519 AAAA", "");
    }

    @Override
    public String otherOffer() {
        return "medium";
    }

    @Override
    public String freeAddress(IpFamily family, int number) {
        return NETWORKS.get("Oslo").get(family == IpFamily.IPV4 ? 0 : 1).address(200 + number);
    }

    /** Open ports of a machine that runs and has the address; a chosen one must have been taken by what runs there. */
    @Override
    public boolean answers(String address, int port) {
        return first.machines().in("Oslo").stream()
                .filter(machine -> first.observe(region()).stream().anyMatch(seen ->
                        seen.label().equals(machine.label()) && seen.state() == ObservedMachine.State.RUNNING))
                .filter(machine -> machine.own().contains(address) || machine.published().containsValue(address)
                        || machine.chosen().contains(address) && taken.contains(address))
                .anyMatch(machine -> port == 22 || port == 8080
                        && (admitsAnyone(machine, port) || !declared.contains(MachineCapability.CLOSED_PORTS)));
    }

    @Override
    public SortedSet<String> openings(MachineLabel label) {
        SortedSet<String> openings = new TreeSet<>();
        for (String version : declared.contains(MachineCapability.IPV6) ? List.of("ipv4", "ipv6") : List.of("ipv4")) {
            openings.addAll(List.of("icmp " + version, "tcp 22 " + version)); // as every provider must let in
            first.machines().find(label).orElseThrow().admissions().stream().filter(one -> one.source().equals(Admission.ANYWHERE)
                    || one.source().contains(":") == version.equals("ipv6")).forEach(one -> openings.add("tcp " + one.port() + " " + version
                    + (one.source().equals(Admission.ANYWHERE) ? "" : " " + one.source() + (version.equals("ipv6") ? "/128" : "/32"))));
        }
        return openings;
    }

    @Override
    public boolean connects(ObservedMachine from, String address, int port) {
        String source = from.addresses().stream().filter(own -> own.contains(":") == address.contains(":")).findFirst().orElseThrow();
        return first.machines().in("Oslo").stream().filter(machine -> machine.addresses().contains(address)).anyMatch(machine ->
                port == 22 || admitsAnyone(machine, port) || machine.admissions().contains(new Admission(source, port)));
    }

    private static boolean admitsAnyone(SimulatedMachine machine, int port) {
        return machine.admissions().contains(new Admission(Admission.ANYWHERE, port));
    }

    @Override
    public String overSsh(ObservedMachine machine, String command) {
        if (command.startsWith("echo ")) {
            return disks.merge(machine.label(), command.split(" ")[1], (old, now) -> now);
        }
        return switch (command) {
            case "id -u" -> "0";
            case "ss -ltn" -> "*:8080";
            case "cat /root/kept" -> disks.getOrDefault(machine.label(), "");
            default -> machine.label().hostId();
        };
    }

    @Override
    public String commandToTake(String address) {
        taken.add(address);
        return "take " + address;
    }

    @Override
    public void startForeignMachine() {
        // everything that the simulated provider has bears our label
    }

    @Override
    public void endForeignMachine() {
        // as above
    }

    @Override
    public List<String> remainsOf(MachineLabel label) {
        return first.machines().find(label).map(machine -> machine.id()).stream().toList();
    }
}
