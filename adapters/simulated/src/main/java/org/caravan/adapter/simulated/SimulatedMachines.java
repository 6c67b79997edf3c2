package org.caravan.adapter.simulated;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.caravan.infrastructure.Admission;
import org.caravan.machine.MachineLabel;

/** Machines of a simulated provider, which survive their cloud object. Guarded by its own lock. */
final class SimulatedMachines {

    private final InstantSource clock;
    private final SharedLines<SimulatedMachine> file;
    private final Map<MachineLabel, SimulatedMachine> machines = new TreeMap<>();
    private int ordered;

    SimulatedMachines(InstantSource clock, Optional<Path> stateFile) {
        this.clock = clock;
        this.file = new SharedLines<>(SimulatedMachineFile.LINES, stateFile);
        all();
    }

    Instant now() {
        return clock.instant();
    }

    synchronized List<SimulatedMachine> in(String region) {
        return all().values().stream().filter(machine -> machine.region().equals(region)).toList();
    }

    synchronized Optional<SimulatedMachine> find(MachineLabel label) {
        return Optional.ofNullable(all().get(label));
    }

    synchronized void put(SimulatedMachine machine) {
        all().put(machine.label(), machine);
        save();
    }

    synchronized Optional<SimulatedMachine> change(MachineLabel label, UnaryOperator<SimulatedMachine> change) {
        Optional<SimulatedMachine> changed = find(label).map(change);
        changed.ifPresent(this::put);
        return changed;
    }

    synchronized void remove(MachineLabel label) {
        all().remove(label);
        save();
    }

    /** Ids are never reused, even after a restart. */
    synchronized String nextId() {
        ordered = Math.max(ordered, all().values().stream()
                .mapToInt(machine -> Integer.parseInt(machine.id().substring(machine.id().lastIndexOf('-') + 1))).max().orElse(0)) + 1;
        return "simulated-" + ordered;
    }

    /** The lowest slot from 20 on without an address in use; lower slots belong to gateways and fixed hosts. */
    synchronized int freeSlot(List<org.caravan.infrastructure.Subnet> subnets) {
        List<String> taken = new ArrayList<>();
        all().values().forEach(machine -> taken.addAll(machine.addresses()));
        return IntStream.iterate(20, slot -> slot + 1)
                .filter(slot -> subnets.stream().noneMatch(subnet -> taken.contains(subnet.address(slot))))
                .findFirst().orElseThrow();
    }

    /** Another machine that has the address. */
    synchronized Optional<SimulatedMachine> holder(String address, MachineLabel beside) {
        return all().values().stream()
                .filter(machine -> !machine.label().equals(beside) && machine.addresses().contains(address))
                .findFirst();
    }

    synchronized String freePublic() {
        List<String> taken = all().values().stream().flatMap(machine -> machine.published().values().stream()).toList();
        // RFC 6815: reserved for device tests, never routed on the Internet
        return IntStream.range(0, 60_000).mapToObj(i -> "198.19." + i / 250 + "." + (i % 250 + 1))
                .filter(address -> !taken.contains(address)).findFirst().orElseThrow();
    }

    private void save() {
        file.write(List.copyOf(machines.values()));
    }

    private Map<MachineLabel, SimulatedMachine> all() {
        file.changed().ifPresent(all -> {
            machines.clear();
            all.forEach(machine -> machines.put(machine.label(), machine));
        });
        return machines;
    }

    /** Text format of machines, one per line, stored next to the copies. */
    static final class SimulatedMachineFile {

        static final StateLines<SimulatedMachine> LINES = new StateLines<>("simulated machines",
                "# simulated machines: infrastructure host region id offer on startedAt own chosen admissions public",
                SimulatedMachineFile::line, SimulatedMachineFile::machine);

        private SimulatedMachineFile() {}

        private static String line(SimulatedMachine machine) {
            return String.join("\t", machine.label().infrastructure(), machine.label().hostId(), machine.region(), machine.id(),
                    machine.offer(), "" + machine.on(), machine.startedAt().toString(), String.join(",", machine.own()),
                    String.join(",", machine.chosen()),
                    machine.admissions().stream().map(one -> one.source() + "@" + one.port()).collect(Collectors.joining(",")),
                    machine.published().entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue())
                            .collect(Collectors.joining(",")));
        }

        private static SimulatedMachine machine(String line) {
            String[] field = line.split("\t", -1);
            Map<String, String> published = new TreeMap<>();
            StateLines.items(field[10]).forEach(item -> published.put(item.split("=")[0], item.split("=")[1]));
            return new SimulatedMachine(new MachineLabel(field[0], field[1]), field[2], field[3], field[4],
                    Boolean.parseBoolean(field[5]), Instant.parse(field[6]), StateLines.items(field[7]),
                            new TreeSet<>(StateLines.items(field[8])),
                    StateLines.items(field[9]).stream().map(SimulatedMachineFile::admission).collect(Collectors.toCollection(TreeSet::new)),
                    published);
        }

        /** Earlier versions wrote ports only, which were open to any sender. */
        private static Admission admission(String text) {
            int at = text.indexOf('@');
            return new Admission(at < 0 ? Admission.ANYWHERE : text.substring(0, at), Integer.parseInt(text.substring(at + 1)));
        }
    }
}
