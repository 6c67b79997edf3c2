package org.caravan.adapter.simulated;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.infrastructure.Admission;
import org.caravan.machine.MachineLabel;

/** Text format of machines, one per line, stored next to the copies. */
final class SimulatedMachineFile {

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
