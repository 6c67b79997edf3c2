package org.caravan.adapter.simulated;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.SuppliedSecret;

/**
 * Memory of simulated hosts, which contains the secrets of their copies. It survives a restart of the server, like the memory of a
 * real host. Only versions are written to a file, never values. Guarded by the lock of the provider.
 */
final class SimulatedSecrets {

    /** Secrets that a copy was supplied with. */
    private record Supplied(String hostId, String label, Map<String, String> versions) {}

    private static final StateLines<Supplied> LINES = new StateLines<>("simulated memory",
            "# secrets of simulated copies, by version: host label file=version", SimulatedSecrets::line, SimulatedSecrets::supplied);

    private final SharedLines<Supplied> file;
    private final Map<String, Supplied> supplied = new TreeMap<>();
    private final Map<String, List<SuppliedSecret>> values = new TreeMap<>();

    /** @param stateFile state file of the copies; this file is stored next to it */
    SimulatedSecrets(Optional<Path> stateFile) {
        this.file = new SharedLines<>(LINES, stateFile.map(path -> path.resolveSibling(path.getFileName() + ".memory")));
        supplied();
    }

    void supply(String hostId, CopyId id, List<SuppliedSecret> secrets) {
        String key = key(hostId, id.label());
        values.put(key, List.copyOf(secrets));
        supplied().put(key, new Supplied(hostId, id.label(), new TreeMap<>(secrets.stream()
                .collect(Collectors.toMap(secret -> secret.use().fileName(), SuppliedSecret::version)))));
        save();
    }

    /** Versions by file name. */
    Map<String, String> versions(String hostId, CopyId id) {
        return Optional.ofNullable(supplied().get(key(hostId, id.label()))).map(Supplied::versions).orElse(Map.of());
    }

    /** Content of the copy's file; empty if it has no such file, or if a former process supplied it. */
    Optional<String> value(String hostId, CopyId id, String fileName) {
        return values.getOrDefault(key(hostId, id.label()), List.of()).stream()
                .filter(secret -> secret.use().fileName().equals(fileName))
                .map(secret -> new String(secret.value().bytes(), StandardCharsets.UTF_8)).findFirst();
    }

    /** Supplied copies on the host, created or not. */
    List<CopyId> on(String hostId) {
        return supplied().values().stream().filter(one -> one.hostId().equals(hostId)).map(one -> CopyId.parse(one.label())).toList();
    }

    void forget(String hostId, CopyId id) {
        values.remove(key(hostId, id.label()));
        if (supplied().remove(key(hostId, id.label())) != null) {
            save();
        }
    }

    private void save() {
        file.write(supplied.values());
    }

    private Map<String, Supplied> supplied() {
        file.changed().ifPresent(all -> {
            supplied.clear();
            all.forEach(one -> supplied.put(key(one.hostId(), one.label()), one));
        });
        return supplied;
    }

    private static String key(String hostId, String label) {
        return hostId + " " + label;
    }

    private static String line(Supplied one) {
        return String.join("\t", one.hostId(), one.label(), one.versions().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue()).collect(Collectors.joining(",")));
    }

    private static Supplied supplied(String line) {
        String[] field = line.split("\t", -1);
        Map<String, String> versions = new TreeMap<>();
        StateLines.items(field[2]).forEach(item -> versions.put(item.substring(0, item.indexOf('=')),
                item.substring(item.indexOf('=') + 1)));
        return new Supplied(field[0], field[1], versions);
    }
}
