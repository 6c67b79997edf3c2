package org.caravan.server.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CallLimits;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.CopyUsage;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedHost;
import org.caravan.adapter.PeerRoute;
import org.caravan.application.Endpoint;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.unit.Bytes;

/** The hosts of the world as one server reaches them, with the faults of hosts, paths and providers. */
final class ServerAdapter implements CloudAdapter {

    private final World world;
    private final SimulatedServer server;
    private final Map<String, List<ObservedCopy>> believed = new HashMap<>();

    ServerAdapter(World world, SimulatedServer server) {
        this.world = world;
        this.server = server;
    }

    @Override
    public String provider() {
        return "lxc";
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.values());
    }

    /** So many that no call waits for another one: a call that takes virtual time holds its permit meanwhile. */
    @Override
    public CallLimits callLimits() {
        return new CallLimits(1_000, 1_000, 1_000);
    }

    @Override
    public ObservedHost inspect(Host host) {
        return call("inspect", host, "", false, at -> {
            HostType type = world.infrastructure.hostTypeOf(host.id());
            return new ObservedHost(host.id(), type.architecture(), type.cpu(), type.memory(), type.disk(), List.of());
        });
    }

    @Override
    public List<ObservedCopy> observe(Host host) {
        try {
            List<ObservedCopy> seen = call("observe", host, "", false, at -> at.stale.orElseGet(() -> at.copies.stream()
                    .map(copy -> copy.observed(host.id(), at.has(Fault.Kind.PROVIDER_WRONG))).toList()));
            believed.put(host.id(), seen);
            return seen;
        } catch (AdapterFault fault) {
            if (world.planted == Planted.STALE_LIST_BELIEVED && believed.containsKey(host.id())) {
                return believed.get(host.id());
            }
            throw fault;
        }
    }

    @Override
    public void ensureImage(Host host, String image) {
        call("image", host, image, true, at -> at.images.add(image));
    }

    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes) {
        ensure(host, id, spec, routes, Admitted.EVERYONE);
    }

    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes, Admitted admitted) {
        call("create", host, id.toString(), true, at -> {
            if (at.copies.stream().anyMatch(copy -> copy.id.application().equals(id.application())
                    && copy.id.instance().equals(id.instance()) && copy.id.generation() > id.generation())) {
                throw new AdapterFault(AdapterFault.Kind.OUTDATED, "a newer copy of " + id + " is on " + host.id());
            }
            world.watch.creates(at, id);
            if (world.planted == Planted.REMOVAL_BEFORE_REPLACEMENT) {
                world.removeOthers(server, id);
            }
            WorldCopy made = new WorldCopy(id, spec, routes, admitted, world.turns.nanos() + world.startTime(at).toNanos());
            Optional<WorldCopy> known = at.copy(id);
            if (world.planted == Planted.DOUBLED_STEP && known.filter(copy -> copy.running).isPresent()) {
                at.copies.add(made);
            } else if (known.isEmpty() || !known.get().running || !known.get().spec.equals(spec)) {
                known.ifPresent(at.copies::remove);
                at.copies.add(made);
            } else {
                known.get().routes = routes;
                known.get().admitted = admitted;
            }
            return null;
        });
    }

    @Override
    public Optional<String> whyNotReady(Host host, CopyId id, Endpoint endpoint) {
        return call("confirm", host, id.toString(), false, at -> at.copy(id).filter(copy -> copy.running)
                .map(copy -> copy.readyAt <= world.turns.nanos() ? Optional.<String>empty() : Optional.of("connection refused"))
                .orElse(Optional.of("nothing runs there")));
    }

    @Override
    public void route(Host host, CopyId id, List<PeerRoute> routes) {
        call("route", host, id.toString(), true, at -> existing(at, id).routes = routes);
    }

    @Override
    public void admit(Host host, CopyId id, CopySpec spec, Admitted admitted) {
        call("admit", host, id.toString(), true, at -> existing(at, id).admitted = admitted);
    }

    private static WorldCopy existing(WorldHost at, CopyId id) {
        return at.copy(id).orElseThrow(() -> new AdapterFault(AdapterFault.Kind.FAILED, "no copy " + id + " on " + at.id));
    }

    @Override
    public int openConnections(Host host, CopyId id) {
        return call("drain", host, id.toString(), false, at -> 0);
    }

    @Override
    public void destroy(Host host, CopyId id) {
        call("destroy", host, id.toString(), true, at -> {
            world.destroyed(server, at, id);
            return null;
        });
    }

    private interface Work<T> {
        T at(WorldHost host);
    }

    private <T> T call(String name, Host host, String subject, boolean changes, Work<T> work) {
        server.point();
        WorldHost at = world.host(host.id());
        String what = "server " + server.number + ": " + name + (subject.isEmpty() ? "" : " " + subject) + " on " + host.id();
        if (at.has(Fault.Kind.PROVIDER_SLOW)) {
            world.turns.sleep(Duration.ofMillis(500 + world.random.nextInt(8_000)));
        }
        if (!at.up() || world.cut(at, server)) {
            world.trace.note(what + " unreachable");
            throw fault(AdapterFault.Kind.UNREACHABLE, host.id() + " does not answer");
        }
        if (changes && at.has(Fault.Kind.PROVIDER_REFUSES) && world.random.nextInt(4) > 0) {
            world.trace.tell(what + ": refused");
            throw fault(AdapterFault.Kind.FAILED, host.id() + " refuses to " + name);
        }
        if (at.has(Fault.Kind.PROVIDER_THROTTLES) && world.random.nextInt(3) > 0) {
            world.trace.note(what + " throttled");
            throw fault(AdapterFault.Kind.THROTTLED, host.id() + " throttles requests");
        }
        T result = work.at(at);
        if (changes) {
            world.trace.tell(what);
            world.changed();
        } else {
            world.trace.note(what);
        }
        server.point();
        if (changes && at.has(Fault.Kind.PROVIDER_ANSWERS_LATE) && world.random.nextBoolean()) {
            world.trace.tell(what + ": done, but the answer is late");
            throw fault(AdapterFault.Kind.UNREACHABLE, host.id() + " did not answer in time");
        }
        return result;
    }

    private static AdapterFault fault(AdapterFault.Kind kind, String message) {
        return new AdapterFault(kind, message + ".\nMaybe look at the host.");
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
