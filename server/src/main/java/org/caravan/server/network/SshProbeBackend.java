package org.caravan.server.network;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PassiveFigure;
import org.caravan.measure.Probe;
import org.caravan.measure.schedule.MachineAddresses;
import org.caravan.probe.AddressInspection;
import org.caravan.probe.ShellProbe;
import org.caravan.probe.agent.ProbeAgent;
import org.caravan.probe.agent.ProbeAgentSettings;
import org.caravan.probe.passive.PassiveProbe;
import org.caravan.server.DaemonThreads;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.ssh.Shell;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Probe backend for the real network: probes from hosts and vantages over SSH. */
final class SshProbeBackend implements ProbeBackend {

    private static final Logger LOG = LoggerFactory.getLogger(SshProbeBackend.class);

    /** Time limit for passive measurements, so that they do not delay probes. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int ASKED_AT_ONCE = 16;

    private final HostRegistry fleet;
    private final Adapters adapters;
    private final Shell shell;
    private final Clock clock;
    private Set<String> logged = Set.of();
    private final ExecutorService threads = Executors.newFixedThreadPool(ASKED_AT_ONCE, new DaemonThreads("connections"));

    SshProbeBackend(HostRegistry fleet, Adapters adapters, Shell shell, Clock clock) {
        this.fleet = fleet;
        this.adapters = adapters;
        this.shell = shell;
        this.clock = clock;
    }

    @Override
    public Probe probe(Infrastructure infrastructure) {
        return new ShellProbe(shell, adapters.reached(infrastructure), clock);
    }

    @Override
    public Collection<PassiveFigure> connections(Infrastructure infrastructure) {
        return new PassiveProbe(shell, threads, PATIENCE).at(adapters.reached(infrastructure));
    }

    @Override
    public Optional<ProbeAgent> probeAgent(Infrastructure infrastructure, String owner, ProbeAgentSettings settings) {
        return Optional.of(new ProbeAgent(shell, clock, adapters.reached(infrastructure), owner, settings));
    }

    @Override
    public MachineAddresses addresses(Infrastructure infrastructure) {
        Map<String, List<String>> hosts = new TreeMap<>();
        fleet.inspect().hosts().forEach(host -> hosts.put(host.hostId(), host.addresses()));
        AddressInspection vantages = AddressInspection.ofVantages(shell, infrastructure);
        log(vantages.faults());
        return MachineAddresses.of(hosts).and(vantages.addresses());
    }

    /** Each fault once, until it has ended: standing runs inspect the machines again and again. */
    private synchronized void log(List<String> faults) {
        faults.stream().filter(fault -> !logged.contains(fault)).forEach(fault -> LOG.warn("{}", fault.lines().findFirst().orElse("")));
        logged = Set.copyOf(faults);
    }
}
