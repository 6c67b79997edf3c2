package org.caravan.execution.fleet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CallLimits;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedHost;
import org.caravan.adapter.ObservedState;
import org.caravan.adapter.RentedHost;
import org.caravan.adapter.UnobservedHost;
import org.caravan.execution.time.Threads;
import org.caravan.execution.time.WorkObserver;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.machine.ObservedMachine;

/** Registry of all hosts of the current infrastructure, each with its adapter. */
public final class HostRegistry {

    private final Supplier<Infrastructure> infrastructure;
    private final Function<Host, CloudAdapter> adapters;
    private final WorkObserver observer;
    /** One pool per provider, so that a slow provider does not delay the others. */
    private final Map<String, ExecutorService> lookers = new ConcurrentHashMap<>();
    private volatile Register register;

    public HostRegistry(Supplier<Infrastructure> infrastructure, Function<Host, CloudAdapter> adapters) {
        this(infrastructure, adapters, WorkObserver.NONE);
    }

    public HostRegistry(Supplier<Infrastructure> infrastructure, Function<Host, CloudAdapter> adapters, WorkObserver observer) {
        this.infrastructure = infrastructure;
        this.adapters = adapters;
        this.observer = observer;
    }

    /** Hosts by id, for one version of the infrastructure. */
    private record Register(Infrastructure of, Map<String, Host> hosts) {}

    /** Observes all hosts. A host that cannot be observed is listed in the result, with the reason. */
    public ObservedState observe() {
        return observeHosts(hosts().values());
    }

    /**
     * Observes these hosts and all provisioned machines. Includes unused machines, because they still cost money. Hosts that are no
     * longer in the infrastructure are omitted.
     */
    public ObservedState observe(Collection<String> hostIds) {
        Set<String> wanted = Set.copyOf(hostIds);
        return observeHosts(hosts().values().stream()
                .filter(host -> host.rental().isPresent() || wanted.contains(host.id()))
                .toList());
    }

    private ObservedState observeHosts(Collection<Host> hosts) {
        RentedMachineObserver rented = lookAtRented(hosts);
        ConcurrentLinkedQueue<ObservedCopy> copies = new ConcurrentLinkedQueue<>();
        List<UnobservedHost> unobserved = visit(hosts, (adapter, host) -> {
            if (rented.mayHaveCopies(host)) {
                rented.whyNotLook(host).ifPresent(why -> {
                    throw new AdapterFault(AdapterFault.Kind.UNREACHABLE, why);
                });
                copies.addAll(adapter.observe(host));
                observer.answered(host.id());
            }
        });
        return new ObservedState(List.copyOf(copies), unobserved, rented.hosts(), rented.unclaimed(hosts().keySet()));
    }

    /** State of provisioned machines according to their providers. Does not contact the hosts, so copies are omitted. */
    public ObservedState observeMachines() {
        RentedMachineObserver rented = lookAtRented(hosts().values());
        return new ObservedState(List.of(), List.of(), rented.hosts(), rented.unclaimed(hosts().keySet()));
    }

    /** Releases a machine that no host of the infrastructure uses. */
    void discard(ObservedMachine machine) {
        RentedMachineObserver rented = lookAtRented(hosts().values());
        rented.unclaimed(hosts().keySet()).stream().filter(found -> found.id().equals(machine.id())).findFirst()
                .ifPresent(rented::discard);
    }

    /**
     * @throws AdapterFault of kind UNREACHABLE if the provider does not answer; changes to a machine depend on its current access
     */
    public RentedHost rented(String hostId) {
        Host host = host(hostId);
        RentedMachineObserver look = lookAtRented(List.of(host));
        look.whyNotAsked(host).ifPresent(why -> {
            throw new AdapterFault(AdapterFault.Kind.UNREACHABLE,
                    "The provider of host (" + hostId + ") does not report the resources of its machine: " + why
                    + ".\nMaybe wait until it answers, then resume the deployment.");
        });
        return look.hosts().get(0);
    }

    private RentedMachineObserver lookAtRented(Collection<Host> hosts) {
        return RentedMachineObserver.at(hosts, this::adapter, this::looker);
    }

    /** Resources of all hosts. */
    public Inventory inspect() {
        return inspect(hosts().keySet());
    }

    /** Resources of these hosts; hosts that are not in the infrastructure are omitted. */
    public Inventory inspect(Set<String> hostIds) {
        ConcurrentLinkedQueue<ObservedHost> found = new ConcurrentLinkedQueue<>();
        List<UnobservedHost> unobserved = visit(hosts().values().stream().filter(host -> hostIds.contains(host.id())).toList(),
                (adapter, host) -> {
            ObservedHost observed = adapter.inspect(host);
            found.add(adapter.capabilities().contains(Capability.BANDWIDTH) ? observed
                    : observed.withoutBandwidth("its adapter has none"));
            observer.answered(host.id());
        });
        return new Inventory(List.copyOf(found), unobserved);
    }

    public Infrastructure infrastructure() {
        return infrastructure.get();
    }

    public boolean has(String hostId) {
        return hosts().containsKey(hostId);
    }

    /**
     * Why an image cannot be transferred to a host, checked before execution and without contacting the host. Empty if the transfer
     * is possible, or if the host is not in the infrastructure.
     */
    public Optional<AdapterFault> whyNoImage(String hostId, String image) {
        Optional<Host> host = Optional.ofNullable(hosts().get(hostId));
        try {
            host.ifPresent(known -> adapter(known).requireImage(known, infrastructure.get().hostTypeOf(hostId).architecture(), image));
            return Optional.empty();
        } catch (AdapterFault fault) {
            return Optional.of(fault);
        }
    }

    /** @throws PermanentFailure if the host is no longer in the infrastructure */
    public Host host(String hostId) {
        return Optional.ofNullable(hosts().get(hostId))
                .orElseThrow(() -> new PermanentFailure("Host " + hostId
                        + " is not in the infrastructure any more.\nMaybe plan again, so that nothing is placed on it."));
    }

    public CloudAdapter adapter(Host host) {
        return adapters.apply(host);
    }

    /** Limits of the provider that allows the most concurrent changes. */
    public CallLimits callLimits() {
        return hosts().values().stream().map(Host::provider).distinct()
                .map(provider -> hosts().values().stream().filter(host -> host.provider().equals(provider)).findFirst().orElseThrow())
                .map(host -> adapter(host).callLimits())
                .max(Comparator.comparingInt(CallLimits::changes))
                .orElse(CallLimits.SMALL_MACHINES);
    }

    private Map<String, Host> hosts() {
        Infrastructure now = infrastructure.get();
        Register known = register;
        if (known == null || known.of() != now) {
            Map<String, Host> hosts = new TreeMap<>();
            now.hosts().forEach(host -> hosts.put(host.id(), host));
            known = new Register(now, hosts);
            register = known;
        }
        return known.hosts();
    }

    private List<UnobservedHost> visit(Collection<Host> hosts, BiConsumer<CloudAdapter, Host> look) {
        ConcurrentLinkedQueue<UnobservedHost> unobserved = new ConcurrentLinkedQueue<>();
        List<Future<?>> looks = new ArrayList<>();
        for (Host host : hosts) {
            Optional<String> lost = observer.whyNotAsked(host.id());
            if (lost.isPresent()) {
                unobserved.add(new UnobservedHost(host.id(), lost.get(), true));
                continue;
            }
            try {
                CloudAdapter adapter = adapter(host);
                looks.add(looker(adapter).submit(() -> lookAt(adapter, host, look, unobserved)));
            } catch (RuntimeException e) {
                unobserved.add(new UnobservedHost(host.id(), reason(e)));
            }
        }
        looks.forEach(Threads::join);
        return List.copyOf(unobserved);
    }

    private ExecutorService looker(CloudAdapter adapter) {
        return lookers.computeIfAbsent(adapter.provider(),
                provider -> observer.following(Threads.pool("observe-" + provider, adapter.callLimits().looks())));
    }

    private static void lookAt(CloudAdapter adapter, Host host, BiConsumer<CloudAdapter, Host> look,
            ConcurrentLinkedQueue<UnobservedHost> unobserved) {
        try {
            look.accept(adapter, host);
        } catch (RuntimeException e) {
            unobserved.add(new UnobservedHost(host.id(), reason(e)));
        }
    }

    /** The first line without its full stop, for use inside a sentence. */
    public static String reason(RuntimeException e) {
        String line = firstLine(e);
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }

    static String firstLine(RuntimeException e) {
        String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return reason.lines().findFirst().orElse("no reason given");
    }
}
