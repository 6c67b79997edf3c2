package org.caravan.adapter.simulated;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CallLimits;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyCommand;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.CopyUsage;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedHost;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.SuppliedSecret;
import org.caravan.application.Endpoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;

/** Adapter for hosts that exist only in memory. Its output is invented and states that it is simulated. */
public final class SimulatedAdapter implements CloudAdapter {

    /** First slot of hosts in their site's network, as in the test bed: .11, .12, … */
    private static final int FIRST_HOST_SLOT = 11;

    private final Infrastructure infrastructure;
    private final SimulatedScript script;
    private final SimulatedProvider provider;
    private final SimulatedCalls calls;
    private final SimulatedRefusals refusals;
    private volatile Predicate<String> alsoMissing = image -> false;
    private final SimulatedBehaviour life;

    private SimulatedAdapter(Infrastructure infrastructure, SimulatedScript script, SimulatedProvider provider, SimulatedCalls calls) {
        this.infrastructure = infrastructure;
        this.script = script;
        this.provider = provider;
        this.calls = calls;
        this.life = new SimulatedBehaviour(script, provider);
        this.refusals = SimulatedRefusals.of(infrastructure, script.capabilities());
    }

    /**
     * Hosts are those of the infrastructure, with the resources of their types. Copies are read from the state file, if there is
     * one.
     */
    public static SimulatedAdapter open(Infrastructure infrastructure, SimulatedScript script, InstantSource clock) {
        return new SimulatedAdapter(infrastructure, script, new SimulatedProvider(clock, script.stateFile()), new SimulatedCalls(script));
    }

    /** A new adapter for the same hosts, as after a restart of the server: without hooks and pending faults. */
    public SimulatedAdapter restarted() {
        return new SimulatedAdapter(infrastructure, script, provider, new SimulatedCalls(script.withFaults()));
    }

    /**
     * Called before each call takes effect, with its text, {@code ensure pi-1 shop.web.1.7}; exceptions are passed to the caller.
     */
    public void beforeCall(Consumer<String> hook) {
        calls.before(hook);
    }

    /**
     * Called after each call has taken effect, before the caller receives the result; an exception here simulates a lost answer.
     */
    public void afterCall(Consumer<String> hook) {
        calls.after(hook);
    }

    /** Failures of the hosts that calls do not cause. */
    public FaultInjection mishaps() {
        return new FaultInjection(provider, calls);
    }

    /** For tests that inspect the hosts directly. */
    SimulatedProvider hosts() {
        return provider;
    }

    @Override
    public String provider() {
        return "simulated";
    }

    @Override
    public Set<Capability> capabilities() {
        return script.capabilities();
    }

    @Override
    public CallLimits callLimits() {
        return script.callLimits();
    }

    @Override
    public ObservedHost inspect(Host host) {
        return calls.call("inspect", host, "", () -> hardware(host, refusals.typeOf(host)));
    }

    /** Resources of the host's type, with addresses in its site's networks. */
    private ObservedHost hardware(Host host, HostType type) {
        Site site = infrastructure.siteOfHost(host.id());
        int slot = FIRST_HOST_SLOT + site.hosts().indexOf(infrastructure.host(host.id()));
        return new ObservedHost(host.id(), type.architecture(), type.cpu(), type.memory(), type.disk(),
                site.accessPoints().stream().map(point -> site.subnet(point).address(slot)).toList());
    }

    @Override
    public List<ObservedCopy> observe(Host host) {
        return calls.call("observe", host, "", () -> {
            refusals.typeOf(host);
            return provider.observed(host.id());
        });
    }

    /** Replaces the condition under which an image is missing, beside those of the script; evaluated for each look at an image. */
    public void missingImages(Predicate<String> condition) {
        alsoMissing = condition;
    }

    private boolean isMissing(String image) {
        return script.missingImages().contains(image) || alsoMissing.test(image);
    }

    @Override
    public void requireImage(Host host, Architecture architecture, String image) {
        if (isMissing(image)) {
            throw refusals.noImage(host, image);
        }
    }

    @Override
    public void ensureImage(Host host, String image) {
        calls.run("ensureImage", host, image, () -> {
            refusals.typeOf(host);
            if (isMissing(image)) {
                throw refusals.noImage(host, image);
            }
        });
    }

    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes) {
        calls.run("ensure", host, id.label(), () -> {
            refusals.requireFit(host, id, spec, provider.supplied(host.id(), id));
            refusals.requireRoutes(host, routes);
            provider.ensure(host.id(), refusals.typeOf(host).memory(), id, spec, routes);
            if (capabilities().contains(Capability.BANDWIDTH)) {
                provider.reserve(host.id(), id, spec.bandwidth());
            }
        });
    }

    /** A copy that uses a whole machine stores what it admits; the firewall of its simulated machine is the filter. */
    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes, Admitted admitted) {
        ensure(host, id, spec, routes);
        if (spec.form() == FormKind.VM) {
            provider.admit(host.id(), id, admitted);
        }
    }

    @Override
    public void admit(Host host, CopyId id, CopySpec spec, Admitted admitted) {
        if (spec.form() != FormKind.VM) {
            CloudAdapter.super.admit(host, id, spec, admitted);
            return;
        }
        calls.run("admit", host, id.label(), () -> {
            if (!provider.admit(host.id(), id, admitted)) {
                throw refusals.notThere(host, id);
            }
        });
    }

    @Override
    public boolean usesMachine(Host host, CopyId id) {
        return provider.find(host.id(), id).flatMap(SimulatedCopy::admitted).isPresent();
    }

    /** Simulated copies are prepared immediately; a fault of this call simulates a failing script. */
    @Override
    public Optional<String> whyNotMade(Host host, CopyId id) {
        return calls.call("whyNotMade", host, id.label(), Optional::empty);
    }

    @Override
    public void supply(Host host, CopyId id, List<SuppliedSecret> secrets) {
        calls.run("supply", host, id.label(), () -> {
            if (!secrets.isEmpty()) {
                refusals.require(Capability.SECRETS, host);
            }
            refusals.typeOf(host);
            provider.supply(host.id(), id, secrets);
        });
    }

    @Override
    public Optional<String> whyNotReady(Host host, CopyId id, Endpoint endpoint) {
        return calls.call("whyNotReady", host, id.label(),
                () -> life.whyNotReady(host.id(), id, provider.find(host.id(), id), endpoint.port()));
    }

    @Override
    public void route(Host host, CopyId id, List<PeerRoute> routes) {
        calls.run("route", host, id.label(), () -> {
            refusals.requireRoutes(host, routes);
            if (!provider.route(host.id(), id, routes)) {
                throw refusals.notThere(host, id);
            }
        });
    }

    @Override
    public void reserve(Host host, CopyId id, CopySpec spec) {
        if (!capabilities().contains(Capability.BANDWIDTH)) {
            CloudAdapter.super.reserve(host, id, spec);
            return;
        }
        calls.run("reserve", host, id.label(), () -> {
            if (!provider.reserve(host.id(), id, spec.bandwidth())) {
                throw refusals.notThere(host, id);
            }
        });
    }

    @Override
    public int openConnections(Host host, CopyId id) {
        return calls.call("openConnections", host, id.label(), () -> 0);
    }

    @Override
    public void destroy(Host host, CopyId id) {
        calls.run("destroy", host, id.label(), () -> {
            refusals.typeOf(host);
            provider.remove(host.id(), id);
        });
    }

    @Override
    public List<String> log(Host host, CopyId id, int lines) {
        return calls.call("log", host, id.label(), () -> {
            refusals.require(Capability.LOG, host);
            List<String> written = life.log(there(host, id));
            return written.subList(Math.max(0, written.size() - lines), written.size());
        });
    }

    @Override
    public CopyUsage usage(Host host, CopyId id) {
        return calls.call("usage", host, id.label(), () -> {
            refusals.require(Capability.USAGE, host);
            return life.usage(there(host, id));
        });
    }

    @Override
    public CopyCommand.Outcome exec(Host host, CopyId id, CopyCommand command) {
        return calls.call("exec", host, id.label(), () -> {
            refusals.require(Capability.EXEC, host);
            return life.exec(there(host, id), command);
        });
    }

    private SimulatedCopy there(Host host, CopyId id) {
        return provider.find(host.id(), id).orElseThrow(() -> refusals.notThere(host, id));
    }

    @Override
    public void close() {
        // the simulated hosts continue to exist
    }
}
