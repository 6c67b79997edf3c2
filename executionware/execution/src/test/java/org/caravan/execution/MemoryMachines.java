package org.caravan.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.HostRental;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.ObservedMachine;
import org.caravan.machine.ObservedMachine.State;

/** A provider of machines in memory: they boot after a few questions, and lose what is on them when given back. */
final class MemoryMachines implements HostRental {

    /** A machine as it really is. */
    static final class Machine {
        final String hostId;
        final String id;
        final boolean publicAddresses;
        State state = State.BOOTING;
        boolean fit;
        int questionsUntilFit;
        Set<String> addresses = new TreeSet<>();
        Map<String, String> published = new TreeMap<>();

        Machine(Host host, int number, int questionsUntilFit) {
            this.hostId = host.id();
            this.id = "machine-" + number;
            this.publicAddresses = host.rental().orElseThrow().publicAddresses();
            this.questionsUntilFit = questionsUntilFit;
        }
    }

    final Map<String, Machine> machines = new TreeMap<>();
    final Set<String> silentRegions = new TreeSet<>();
    private final InMemoryAdapter world;
    private int rented;

    MemoryMachines(InMemoryAdapter world) {
        this.world = world;
    }

    @Override
    public List<ObservedMachine> machines(Region region) {
        synchronized (world) {
            world.hook.at("MACHINES", true);
            if (silentRegions.contains(region.name())) {
                throw new AdapterFault(AdapterFault.Kind.UNREACHABLE, region.name() + " does not answer");
            }
            return machines.values().stream().filter(machine -> region(machine.hostId).equals(region)).map(this::observed).toList();
        }
    }

    @Override
    public Optional<String> rent(Host host) {
        return call("RENT", host, () -> {
            Machine machine = machines.computeIfAbsent(host.id(), id -> new Machine(host, ++rented, world.questionsUntilReady));
            if (machine.state == State.STOPPED) {
                machine.state = State.BOOTING;
            }
            if (machine.questionsUntilFit-- > 0) {
                return Optional.of("it boots");
            }
            machine.state = State.RUNNING;
            machine.fit = true;
            return Optional.empty();
        });
    }

    @Override
    public void open(Host host, MachineAccess access) {
        call("OPEN", host, () -> {
            Machine machine = Optional.ofNullable(machines.get(host.id())).orElseThrow(() -> new AdapterFault(
                    AdapterFault.Kind.FAILED, host.id() + " has no machine"));
            machine.addresses = access.addresses();
            Set<String> withdrawn = new TreeSet<>(machine.published.keySet());
            withdrawn.removeAll(access.publicFor());
            world.copies.values().stream().filter(copy -> copy.hostId.equals(host.id()) && copy.running)
                    .forEach(copy -> world.check(copy.addresses().stream().noneMatch(withdrawn::contains),
                            copy.id + " lost its public address"));
            machine.published.keySet().retainAll(access.publicFor());
            access.publicFor().forEach(address -> machine.published.computeIfAbsent(address, MemoryMachines::published));
            world.copies.values().stream().filter(copy -> copy.hostId.equals(host.id()) && copy.running)
                    .forEach(copy -> check(machine, copy.spec, "lost what it needs: " + copy.id));
            return null;
        });
    }

    @Override
    public void release(Host host) {
        call("RELEASE", host, () -> {
            world.check(world.copies.values().stream().noneMatch(copy -> copy.hostId.equals(host.id())),
                    host.id() + " was released with copies on it");
            return machines.remove(host.id());
        });
    }

    @Override
    public void discard(Region region, ObservedMachine machine) {
        synchronized (world) {
            machines.remove(machine.label().hostId());
        }
    }

    @Override
    public boolean fit(ObservedMachine machine) {
        synchronized (world) {
            return machines.values().stream().filter(mine -> mine.id.equals(machine.id())).anyMatch(mine -> mine.fit);
        }
    }

    private <T> T call(String name, Host host, Supplier<T> work) {
        synchronized (world) {
            return world.call(name, host, "machine", work);
        }
    }

    /** Somebody else deletes it. */
    void lose(String hostId) {
        machines.remove(hostId);
        world.copies.values().removeIf(copy -> copy.hostId.equals(hostId));
    }

    /** Whether the host can be talked to. */
    boolean answers(Host host) {
        return host.rental().isEmpty()
                || Optional.ofNullable(machines.get(host.id())).filter(machine -> machine.fit
                        && machine.state == State.RUNNING).isPresent();
    }

    void checkFitFor(Host host, CopySpec spec) {
        Optional.ofNullable(machines.get(host.id())).ifPresent(machine -> check(machine, spec, "is not open for a copy"));
    }

    /** A copy's addresses, and those by which others reach it. */
    List<String> reached(MemoryCopy copy) {
        Map<String, String> published = Optional.ofNullable(machines.get(copy.hostId)).map(machine -> machine.published).orElse(Map.of());
        return Stream.concat(copy.addresses().stream(),
                copy.addresses().stream().map(published::get).filter(address -> address != null)).toList();
    }

    private void check(Machine machine, CopySpec spec, String otherwise) {
        boolean fine = machine.addresses.containsAll(spec.addresses().stream().map(CopyAddress::address).toList());
        world.check(fine, machine.hostId + " " + otherwise);
    }

    private ObservedMachine observed(Machine machine) {
        String own = "10.9.9." + machine.hostId.substring(5);
        List<String> addresses = new ArrayList<>(List.of(own));
        addresses.addAll(machine.addresses);
        return new ObservedMachine(new MachineLabel("sites", machine.hostId), machine.id, machine.state, "small", addresses,
                machine.published, Optional.of(own), "root", Optional.empty());
    }

    /** 10.1.5.100 is 192.5.0.100 to others. */
    private static String published(String address) {
        String[] part = address.split("\\.");
        return "192." + part[2] + ".0." + part[3];
    }

    private static Region region(String hostId) {
        return Plans.INFRASTRUCTURE.host(hostId).rental().orElseThrow().region();
    }
}
