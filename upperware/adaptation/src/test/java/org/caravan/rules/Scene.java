package org.caravan.rules;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.caravan.rules.HostLook.Outcome;

/** Hosts on a pseudo clock: states are set, time passes in rounds. */
final class Scene implements AutoCloseable {

    static final Instant BEGIN = Instant.parse("2026-11-25T12:00:00Z");

    private final Rules rules;
    private final Map<String, Outcome> hosts = new LinkedHashMap<>();
    private final Map<String, String> sites = new HashMap<>();
    private final List<String> ownFaults = new ArrayList<>();
    private final List<HeldDeployment> held = new ArrayList<>();
    private Instant now = BEGIN;

    Scene(String... hostIds) {
        this(RuleSettings.DEFAULT, hostIds);
    }

    Scene(RuleSettings settings, String... hostIds) {
        rules = Rules.builtIn(settings);
        List.of(hostIds).forEach(host -> hosts.put(host, Outcome.ANSWERED));
    }

    Scene site(String siteId, String... hostIds) {
        List.of(hostIds).forEach(host -> sites.put(host, siteId));
        return this;
    }

    Scene host(String hostId, Outcome outcome) {
        hosts.put(hostId, outcome);
        return this;
    }

    Scene all(Outcome outcome) {
        hosts.replaceAll((host, before) -> outcome);
        return this;
    }

    Scene removed(String hostId) {
        hosts.remove(hostId);
        return this;
    }

    Scene ownFault(String fault) {
        ownFaults.add(fault);
        return this;
    }

    Scene healed() {
        ownFaults.clear();
        return this;
    }

    Scene held(HeldDeployment deployment) {
        held.add(deployment);
        return this;
    }

    /** The findings of a round some seconds later. */
    List<Finding> after(double seconds) {
        now = now.plusMillis(Math.round(seconds * 1000));
        return rules.evaluate(new Round(now, hosts.entrySet().stream()
                .map(host -> new HostLook(host.getKey(), host.getValue(), now, host.getValue() == Outcome.ANSWERED ? "" : "no answer",
                        sites.getOrDefault(host.getKey(), ""))).toList(),
                ownFaults, held));
    }

    /** The findings of the last of these rounds. */
    List<Finding> rounds(int rounds, double seconds) {
        List<Finding> last = List.of();
        for (int i = 0; i < rounds; i++) {
            last = after(seconds);
        }
        return last;
    }

    Instant now() {
        return now;
    }

    @Override
    public void close() {
        rules.close();
    }
}
