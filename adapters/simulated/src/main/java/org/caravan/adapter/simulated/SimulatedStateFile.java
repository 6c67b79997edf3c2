package org.caravan.adapter.simulated;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopyRestarts;
import org.caravan.adapter.PeerRoute;
import org.caravan.infrastructure.Admission;

/** Text format of copies, one per line. */
final class SimulatedStateFile {

    static final StateLines<SimulatedCopy> LINES = new StateLines<>("simulated provider",
            "# simulated copies: label host running startedAt starts digest cpu memory ports addresses routes restarts exit due admitted",
            SimulatedStateFile::line, SimulatedStateFile::copy);

    private SimulatedStateFile() {}

    private static String line(SimulatedCopy copy) {
        return String.join("\t", copy.id().label(), copy.hostId(), "" + copy.running(), copy.startedAt().toString(),
                "" + copy.starts(), copy.specDigest(), "" + copy.cpu(), "" + copy.memory(),
                copy.ports().stream().map(String::valueOf).collect(Collectors.joining(",")),
                String.join(",", copy.addresses()),
                copy.routes().stream().map(route -> String.join("=", route.peer(), route.address(), route.sourceAddress()))
                        .collect(Collectors.joining(",")),
                "" + copy.restarts().seen().count(), number(copy.restarts().seen().lastExitCode()),
                copy.restarts().due().map(Instant::toString).orElse(""), copy.admitted().map(SimulatedStateFile::text).orElse(""));
    }

    private static SimulatedCopy copy(String line) {
        String[] field = line.split("\t", -1);
        return new SimulatedCopy(CopyId.parse(field[0]), field[1], Boolean.parseBoolean(field[2]), Instant.parse(field[3]),
                Integer.parseInt(field[4]), field[5], Long.parseLong(field[6]), Long.parseLong(field[7]),
                StateLines.items(field[8]).stream().map(Integer::valueOf).toList(), StateLines.items(field[9]),
                StateLines.items(field[10]).stream().map(SimulatedStateFile::route).toList(),
                field.length < 14 ? SimulatedRestarts.NONE : restarts(field[11], field[12], field[13]),
                field.length < 15 || field[14].isEmpty() ? Optional.empty() : Optional.of(admitted(field[14])));
    }

    /** Begins with a word, because a copy that admits nobody differs from one without a filter. */
    private static String text(Admitted admitted) {
        return Stream.concat(Stream.of(admitted.everyone() ? "everyone" : "only"),
                admitted.admissions().stream().map(one -> one.source() + "@" + one.port())).collect(Collectors.joining(","));
    }

    private static Admitted admitted(String text) {
        List<String> items = StateLines.items(text);
        return items.get(0).equals("everyone") ? Admitted.EVERYONE : Admitted.of(items.subList(1, items.size()).stream()
                .map(item -> new Admission(item.substring(0, item.indexOf('@')), Integer.parseInt(item.substring(item.indexOf('@') + 1))))
                .toList());
    }

    private static String number(OptionalInt code) {
        return code.isPresent() ? "" + code.getAsInt() : "";
    }

    private static SimulatedRestarts restarts(String count, String exitCode, String due) {
        return new SimulatedRestarts(new CopyRestarts(Integer.parseInt(count), exitCode.isEmpty() ? OptionalInt.empty()
                : OptionalInt.of(Integer.parseInt(exitCode))),
                Optional.of(due).filter(text -> !text.isEmpty()).map(Instant::parse));
    }

    private static PeerRoute route(String text) {
        String[] part = text.split("=");
        return new PeerRoute(part[0], part[1], part[2]);
    }
}
