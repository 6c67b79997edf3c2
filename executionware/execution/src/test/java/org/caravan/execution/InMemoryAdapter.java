package org.caravan.execution;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CallLimits;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopyRestarts;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.CopyUsage;
import org.caravan.adapter.HostRental;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedHost;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.SuppliedSecret;
import org.caravan.application.Endpoint;
import org.caravan.change.EntryTable;
import org.caravan.infrastructure.Admission;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.plan.EntryPlacement;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** Hosts, copies and users' look-ups in memory. Writes down every moment at which users or copies were let down. */
public final class InMemoryAdapter implements CloudAdapter, EntryTable {

    /** Called before and after each call, with its name. */
    interface Hook {
        void at(String call, boolean before);
    }

    final Map<String, MemoryCopy> copies = new TreeMap<>();
    final Map<String, List<EntryPlacement>> entries = new TreeMap<>();
    final MemoryMachines machines = new MemoryMachines(this);
    final Set<String> images = new TreeSet<>();
    /** Versions by file, per copy. */
    final Map<String, Map<String, String>> secrets = new TreeMap<>();
    final Set<String> unreachable = new TreeSet<>();
    /** Known to be unreachable: copies that are routed there are not ready. */
    final Set<String> lost = new TreeSet<>();
    final List<String> calls = new ArrayList<>();
    final List<String> violations = new ArrayList<>();
    boolean watchful = true;
    /** Whose service somebody wants; of others it does not count what they use. */
    Predicate<InstanceId> served = instance -> true;
    /** Copies that lists lack, as lists do that are older than the copy. */
    Predicate<CopyId> unlisted = copy -> false;
    int questionsUntilReady;
    Hook hook = (call, before) -> {};

    private final CallLimits limits;

    public InMemoryAdapter() {
        this(CallLimits.SMALL_MACHINES);
    }

    public InMemoryAdapter(CallLimits limits) {
        this.limits = limits;
    }

    @Override
    public CallLimits callLimits() {
        return limits;
    }

    @Override
    public synchronized List<ObservedCopy> observe(Host host) {
        return call("OBSERVE", host, "", () -> {
            List<ObservedCopy> observed = new ArrayList<>(copies.values().stream()
                    .filter(copy -> copy.hostId.equals(host.id()) && !unlisted.test(copy.id))
                    .map(copy -> observed(copy, secrets.getOrDefault(key(host, copy.id), Map.of())))
                    .toList());
            secrets.forEach((key, versions) -> {
                if (key.startsWith(host.id() + " ") && !copies.containsKey(key)) {
                    observed.add(new ObservedCopy(CopyId.parse(key.substring(host.id().length() + 1)), host.id(),
                            ObservedCopy.State.STOPPED, "", List.of(), List.of(), versions));
                }
            });
            return observed;
        });
    }

    private static ObservedCopy observed(MemoryCopy copy, Map<String, String> versions) {
        return new ObservedCopy(copy.id, copy.hostId, copy.running ? ObservedCopy.State.RUNNING : ObservedCopy.State.STOPPED,
                copy.spec.digest(), copy.addresses(), copy.routes, versions,
                new TreeSet<>(copy.spec.endpoints().stream().map(Endpoint::port).toList()),
                CopyRestarts.NONE, Optional.of(copy.admitted).filter(admitted -> copy.running));
    }

    @Override
    public synchronized void ensureImage(Host host, String image) {
        call("IMAGE", host, image, () -> images.add(host.id() + " " + image));
    }

    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes) {
        ensure(host, id, spec, routes, Admitted.EVERYONE);
    }

    @Override
    public synchronized void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes, Admitted admitted) {
        call("CREATE", host, id.toString(), () -> {
            if (copies.values().stream().anyMatch(copy -> copy.hostId.equals(host.id())
                    && copy.id.instance().equals(id.instance()) && copy.id.application().equals(id.application())
                    && copy.id.generation() > id.generation())) {
                throw new AdapterFault(AdapterFault.Kind.OUTDATED, "a newer copy of " + id + " is on " + host.id());
            }
            check(images.contains(host.id() + " " + spec.image()), "no image " + spec.image() + " on " + host.id());
            check(secrets.getOrDefault(key(host, id), Map.of()).size() == spec.secrets().size(), id + " lacks secrets");
            MemoryCopy now = copies.get(key(host, id));
            if (now == null || !now.running || !now.spec.equals(spec)) {
                machines.checkFitFor(host, spec);
                MemoryCopy copy = new MemoryCopy(id, host.id(), spec, routes, questionsUntilReady);
                copies.values().stream().filter(other -> other != now && other.running)
                        .filter(other -> other.addresses().stream().anyMatch(copy.addresses()::contains))
                        .forEach(other -> check(false, id + " got an address of " + other.id));
                copies.put(key(host, id), copy);
            }
            copies.get(key(host, id)).routes = routes;
            copies.get(key(host, id)).admitted = admitted;
            checkRoutes(copies.get(key(host, id)));
            return null;
        });
    }

    @Override
    public synchronized void supply(Host host, CopyId id, List<SuppliedSecret> supplied) {
        call("SUPPLY", host, id.toString(), () -> secrets.put(key(host, id), supplied.stream()
                .collect(Collectors.toMap(secret -> secret.use().fileName(), SuppliedSecret::version))));
    }

    @Override
    public synchronized Optional<String> whyNotReady(Host host, CopyId id, Endpoint endpoint) {
        return call("CONFIRM", host, id.toString(), () -> {
            MemoryCopy copy = copies.get(key(host, id));
            if (copy == null || !copy.running) {
                return Optional.of("nothing runs there");
            }
            boolean lacking = copies.values().stream().anyMatch(other -> lost.contains(other.hostId) && copy.uses(machines.reached(other)));
            copy.confirmed = copy.questionsUntilReady-- <= 0 && !lacking;
            return copy.confirmed ? Optional.empty() : Optional.of("connection refused");
        });
    }

    @Override
    public synchronized void route(Host host, CopyId id, List<PeerRoute> routes) {
        call("ROUTE", host, id.toString(), () -> {
            MemoryCopy copy = Optional.ofNullable(copies.get(key(host, id))).orElseThrow(() ->
                    new AdapterFault(AdapterFault.Kind.FAILED, "no copy " + id + " on " + host.id()));
            copy.routes = routes;
            checkRoutes(copy);
            return null;
        });
    }

    @Override
    public synchronized void admit(Host host, CopyId id, CopySpec spec, Admitted admitted) {
        call("ADMIT", host, id.toString(), () -> {
            MemoryCopy copy = Optional.ofNullable(copies.get(key(host, id))).orElseThrow(() ->
                    new AdapterFault(AdapterFault.Kind.FAILED, "no copy " + id + " on " + host.id()));
            check(copy.spec.equals(spec), id + " got the filter of another spec");
            copy.admitted = admitted;
            copies.values().stream().filter(user -> user.running && served.test(user.id.instance())).forEach(user -> user.routes.stream()
                    .filter(route -> machines.reached(copy).contains(route.address()))
                    .forEach(route -> check(admits(copy, user, route), user.id + " was shut out of " + id)));
            entries.values().stream().flatMap(List::stream).filter(entry -> machines.reached(copy).contains(entry.targetAddress()))
                    .forEach(entry -> check(admitted.covers(Admitted.of(List.of(new Admission(Admission.ANYWHERE, entry.port())))),
                            "users were shut out of " + id));
            return null;
        });
    }

    /** By any of the addresses that the consumer has, because a provider of machines may translate the one it sends from. */
    private boolean admits(MemoryCopy copy, MemoryCopy user, PeerRoute route) {
        return copy.admitted.everyone() || copy.admitted.admissions().stream().anyMatch(one ->
                one.source().equals(Admission.ANYWHERE) || one.source().equals(route.sourceAddress())
                        || machines.reached(user).contains(one.source()));
    }

    @Override
    public synchronized int openConnections(Host host, CopyId id) {
        return call("DRAIN", host, id.toString(), () ->
                Optional.ofNullable(copies.get(key(host, id))).map(copy -> copy.connections).orElse(0));
    }

    @Override
    public synchronized void destroy(Host host, CopyId id) {
        call("DESTROY", host, id.toString(), () -> {
            secrets.remove(key(host, id));
            MemoryCopy copy = copies.remove(key(host, id));
            if (copy != null && copy.running) {
                copies.values().stream()
                        .filter(user -> user.running && user.uses(machines.reached(copy)) && served.test(user.id.instance()))
                        .forEach(user -> check(answering(machines.reached(copy), false), user.id + " still used " + id));
                entries.values().stream().flatMap(List::stream)
                        .filter(entry -> machines.reached(copy).contains(entry.targetAddress()))
                        .forEach(entry -> check(answering(machines.reached(copy), false), "users were still sent to " + id));
            }
            return null;
        });
    }

    @Override
    public synchronized void set(String application, long generation, List<EntryPlacement> placements) {
        call("ENTRY", null, application, () -> {
            placements.forEach(entry -> check(answering(List.of(entry.targetAddress()), true),
                    "users were sent to " + entry.targetAddress() + ", which was not confirmed"));
            placements.forEach(entry -> copies.values().stream().filter(copy -> machines.reached(copy).contains(entry.targetAddress()))
                    .forEach(copy -> check(copy.admitted.covers(Admitted.of(List.of(new Admission(Admission.ANYWHERE, entry.port())))),
                            "users were sent to " + copy.id + ", which does not admit them")));
            return placements.isEmpty() ? entries.remove(application) : entries.put(application, placements);
        });
    }

    private void checkRoutes(MemoryCopy copy) {
        copy.routes.forEach(route -> check(answering(List.of(route.address()), true),
                copy.id + " was routed to " + route + ", which was not confirmed"));
        copy.routes.forEach(route -> copies.values().stream().filter(other -> other.running
                && machines.reached(other).contains(route.address()))
                .forEach(other -> check(admits(other, copy, route), copy.id + " was routed to " + other.id + ", which does not admit it")));
    }

    private boolean answering(List<String> addresses, boolean confirmed) {
        return copies.values().stream().anyMatch(copy -> copy.running
                && (copy.confirmed || !confirmed)
                && machines.reached(copy).stream().anyMatch(addresses::contains));
    }

    void check(boolean fine, String otherwise) {
        if (watchful && !fine) {
            violations.add(otherwise + ", after " + calls.subList(Math.max(0, calls.size() - 8), calls.size()));
        }
    }

    <T> T call(String name, Host host, String what, Supplier<T> work) {
        hook.at(name, true);
        if (host != null && (unreachable.contains(host.id()) || !what.equals("machine") && !machines.answers(host))) {
            throw new AdapterFault(AdapterFault.Kind.UNREACHABLE, host.id() + " does not answer");
        }
        if (!name.equals("OBSERVE")) {
            calls.add(name + " " + what + (host == null ? "" : " on " + host.id()));
        }
        T result = work.get();
        hook.at(name, false);
        return result;
    }

    static String key(Host host, CopyId id) {
        return host.id() + " " + id.label();
    }

    @Override
    public Optional<HostRental> rental() {
        return Optional.of(machines);
    }

    @Override
    public String provider() {
        return "memory";
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.allOf(Capability.class);
    }

    @Override
    public ObservedHost inspect(Host host) {
        return new ObservedHost(
                host.id(), Architecture.AMD64, new MilliCores(4000), Bytes.ofMebi(1024), Bytes.ofMebi(9999), List.of());
    }

    @Override
    public List<String> log(Host host, CopyId id, int lines) {
        return List.of();
    }

    @Override
    public CopyUsage usage(Host host, CopyId id) {
        return new CopyUsage(0, new Bytes(0));
    }

    @Override
    public void close() {}
}
