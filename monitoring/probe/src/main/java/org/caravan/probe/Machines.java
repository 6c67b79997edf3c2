package org.caravan.probe;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.Vantage;
import org.caravan.ssh.Machine;

/** Machines of an infrastructure with shell access: hosts and vantages. */
public final class Machines {

    private final Map<String, Machine> byId = new TreeMap<>();

    public Machines(Infrastructure infrastructure) {
        infrastructure.hosts().forEach(host -> byId.put(host.id(), of(host)));
        infrastructure.sites().stream()
                .flatMap(site -> site.vantage().stream())
                .forEach(vantage -> byId.put(vantage.id(), of(vantage)));
    }

    static Optional<Machine> vantageOf(Site site) {
        return site.vantage().map(Machines::of);
    }

    /** Throws IllegalArgumentException if the infrastructure has no such machine. */
    public Machine machine(String machineId) {
        return Optional.ofNullable(byId.get(machineId))
                .orElseThrow(() -> new IllegalArgumentException("no host or vantage " + machineId));
    }

    private static Machine of(Host host) {
        return new Machine(host.id(), host.address(), host.port(), host.credentials());
    }

    private static Machine of(Vantage vantage) {
        return new Machine(vantage.id(), vantage.address(), vantage.port(), vantage.credentials());
    }
}
