package org.caravan.adapter.simulated;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.SuppliedSecret;
import org.caravan.application.Endpoint;
import org.caravan.unit.Bytes;

/** State of the simulated hosts, which survives its adapter. Guarded by its own lock. */
final class SimulatedProvider {

    private final InstantSource clock;
    private final SharedLines<SimulatedCopy> file;
    /** By host, then by label: with ten thousand hosts, most are empty and are queried often. */
    private final Map<String, Map<String, SimulatedCopy>> copies = new TreeMap<>();
    private final SimulatedSecrets memory;
    /** By host and label. */
    private final Map<String, List<LinkBandwidth>> bandwidth = new HashMap<>();
    /** Exit code of processes that end right after each start, by application and instance or by the label of one copy. */
    private final Map<String, Integer> crashing = new TreeMap<>();

    SimulatedProvider(InstantSource clock, Optional<Path> stateFile) {
        this.clock = clock;
        this.file = new SharedLines<>(SimulatedStateFile.LINES, stateFile);
        this.memory = new SimulatedSecrets(stateFile);
        refresh();
    }

    Instant now() {
        return clock.instant();
    }

    /** False if the copy does not exist. The bandwidth is kept in memory alone: without it, nothing is known of what is enforced. */
    synchronized boolean reserve(String hostId, CopyId id, List<LinkBandwidth> links) {
        boolean there = find(hostId, id).isPresent();
        if (there) {
            bandwidth.put(hostId + " " + id.label(), List.copyOf(links));
        }
        return there;
    }

    /** Empty for a copy that got none in this process. */
    synchronized Optional<List<LinkBandwidth>> reserved(String hostId, CopyId id) {
        return Optional.ofNullable(bandwidth.get(hostId + " " + id.label()));
    }

    synchronized List<SimulatedCopy> on(String hostId) {
        return List.copyOf(onHost(hostId).values());
    }

    synchronized Optional<SimulatedCopy> find(String hostId, CopyId id) {
        return Optional.ofNullable(onHost(hostId).get(id.label()));
    }

    /** Implements the port's {@code ensure}; {@code capacity} is the memory of the host. */
    synchronized void ensure(String hostId, Bytes capacity, CopyId id, CopySpec spec, List<PeerRoute> routes) {
        refuseOutdated(hostId, id);
        Optional<SimulatedCopy> present = find(hostId, id).filter(copy -> copy.specDigest().equals(spec.digest()));
        if (present.isPresent()) {
            SimulatedCopy copy = present.get().running() ? present.get() : present.get().startedAgain(now());
            put(copy.withRoutes(routes));
        } else {
            refuseBeyond(hostId, capacity, id, spec);
            put(new SimulatedCopy(id, hostId, true, now(), 1, spec.digest(), spec.cpu().value(), spec.memory().value(),
                    spec.endpoints().stream().map(Endpoint::port).toList(),
                    spec.addresses().stream().map(CopyAddress::address).toList(), routes, SimulatedRestarts.NONE,
                    Optional.empty()));
        }
        save();
    }

    private void refuseOutdated(String hostId, CopyId id) {
        for (SimulatedCopy copy : on(hostId)) {
            boolean same = copy.id().application().equals(id.application()) && copy.id().instance().equals(id.instance());
            if (same && copy.id().generation() > id.generation()) {
                throw new AdapterFault(AdapterFault.Kind.OUTDATED,
                        ("The simulated host (%s) runs the newer copy (%s), so (%s) is not started.\nMaybe plan again: this plan is "
                                + "outdated.")
                                .formatted(hostId, copy.id().label(), id.label()));
            }
        }
    }

    private void refuseBeyond(String hostId, Bytes capacity, CopyId id, CopySpec spec) {
        long taken = on(hostId).stream().filter(copy -> !copy.id().equals(id)).mapToLong(SimulatedCopy::memory).sum();
        if (taken + spec.memory().value() > capacity.value()) {
            throw new AdapterFault(AdapterFault.Kind.NO_CAPACITY,
                    ("The simulated host (%s) has %s of memory, %s of it taken; the copy (%s) needs %s.\nMaybe plan again with the current "
                            + "offers.")
                            .formatted(hostId, capacity, new Bytes(taken), id.label(), spec.memory()));
        }
    }

    synchronized boolean route(String hostId, CopyId id, List<PeerRoute> routes) {
        Optional<SimulatedCopy> copy = find(hostId, id);
        copy.ifPresent(found -> put(found.withRoutes(routes)));
        save();
        return copy.isPresent();
    }

    /** False if the copy does not exist. */
    synchronized boolean admit(String hostId, CopyId id, Admitted admitted) {
        Optional<SimulatedCopy> copy = find(hostId, id);
        copy.ifPresent(found -> put(found.admitting(admitted)));
        save();
        return copy.isPresent();
    }

    synchronized void supply(String hostId, CopyId id, List<SuppliedSecret> supplied) {
        memory.supply(hostId, id, supplied);
    }

    /** Versions of its secrets, by file name. */
    synchronized Map<String, String> supplied(String hostId, CopyId id) {
        return memory.versions(hostId, id);
    }

    synchronized Optional<String> secretOf(String hostId, CopyId id, String fileName) {
        return memory.value(hostId, id, fileName);
    }

    /** Number of starts of the copy; 0 if it does not exist. */
    int starts(String hostId, CopyId id) {
        return find(hostId, id).map(SimulatedCopy::starts).orElse(0);
    }

    /** Includes copies that were supplied and never created. */
    synchronized List<ObservedCopy> observed(String hostId) {
        List<ObservedCopy> observed = new ArrayList<>();
        on(hostId).forEach(copy -> {
            ObservedCopy seen = copy.observed(memory.versions(hostId, copy.id()));
            observed.add(copy.running() ? reserved(hostId, copy.id()).map(seen::granting).orElse(seen) : seen);
        });
        memory.on(hostId).stream().filter(id -> find(hostId, id).isEmpty()).forEach(id -> observed.add(new ObservedCopy(
                id, hostId, ObservedCopy.State.STOPPED, "", List.of(), List.of(), memory.versions(hostId, id), new TreeSet<>())));
        return observed;
    }

    synchronized void stop(String hostId, CopyId id) {
        find(hostId, id).ifPresent(copy -> put(copy.stopped()));
        save();
    }

    /** Ends the process; the host restarts it. */
    synchronized void end(String hostId, CopyId id, int exitCode) {
        find(hostId, id).filter(SimulatedCopy::running).ifPresent(copy -> put(copy.ended(exitCode, now())));
        save();
    }

    synchronized void crash(String application, InstanceId instance, int exitCode) {
        crashing.put(key(application, instance), exitCode);
    }

    synchronized void crash(CopyId id, int exitCode) {
        crashing.put(id.label(), exitCode);
    }

    synchronized void endCrashes() {
        crashing.clear();
    }

    private static String key(String application, InstanceId instance) {
        return application + "/" + instance;
    }

    /** Simulates a power cut of the host: its copies exist but do not run, and its memory is empty. */
    synchronized void stopAll(String hostId) {
        on(hostId).forEach(copy -> put(copy.stopped()));
        memory.on(hostId).forEach(id -> memory.forget(hostId, id));
        save();
    }

    synchronized void removeAll(String hostId) {
        refresh();
        copies.remove(hostId);
        memory.on(hostId).forEach(id -> memory.forget(hostId, id));
        save();
    }

    synchronized void remove(String hostId, CopyId id) {
        refresh();
        if (copies.containsKey(hostId)) {
            bandwidth.remove(hostId + " " + id.label());
            copies.get(hostId).remove(id.label());
        }
        memory.forget(hostId, id);
        save();
    }

    private void put(SimulatedCopy copy) {
        copies.computeIfAbsent(copy.hostId(), host -> new TreeMap<>()).put(copy.id().label(), copy);
    }

    private void save() {
        file.write(copies.values().stream().flatMap(onHost -> onHost.values().stream()).toList());
    }

    private void refresh() {
        file.changed().ifPresent(all -> {
            copies.clear();
            all.forEach(this::put);
        });
    }

    private Map<String, SimulatedCopy> onHost(String hostId) {
        refresh();
        Map<String, SimulatedCopy> found = copies.get(hostId);
        if (found == null) {
            return Map.of();
        }
        found.replaceAll((label, copy) -> copy.kept(now(), crash(copy.id())));
        return found;
    }

    private OptionalInt crash(CopyId id) {
        Integer code = crashing.isEmpty() ? null : crashing.getOrDefault(key(id.application(), id.instance()), crashing.get(id.label()));
        return code == null ? OptionalInt.empty() : OptionalInt.of(code);
    }
}
