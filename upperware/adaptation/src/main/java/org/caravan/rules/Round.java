package org.caravan.rules;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Everything observed at one time: the input of one evaluation of the rules.
 *
 * @param at time of the round; rounds are in order of time
 * @param looks one look per host; if a host is silent, all hosts of the infrastructure are looked at, so that other hosts can witness that
 *     the network of the server works
 * @param ownFaults faults on the side of the server, one sentence each, for example that its broker does not answer
 * @param heldDeployments deployments that only wait for unreachable hosts
 */
public record Round(Instant at, List<HostLook> looks, List<String> ownFaults, List<HeldDeployment> heldDeployments) {

    public Round {
        looks = List.copyOf(looks);
        ownFaults = List.copyOf(ownFaults);
        heldDeployments = List.copyOf(heldDeployments);
    }

    /** Epoch milliseconds, the clock of the rules. */
    public long millis() {
        return at.toEpochMilli();
    }

    public int hosts() {
        return looks.size();
    }

    public int count(HostLook.Outcome outcome) {
        return (int) looks.stream().filter(look -> look.outcome() == outcome).count();
    }

    /** Number of hosts that are certainly alive, slow ones included. */
    public int alive() {
        return (int) looks.stream().filter(look -> look.outcome().alive()).count();
    }

    /** Share of silent hosts, 0 to 1; 0 without hosts. */
    public double silentShare() {
        return looks.isEmpty() ? 0 : (double) count(HostLook.Outcome.SILENT) / looks.size();
    }

    /** Whether all of these hosts are alive. */
    public boolean answered(Set<String> hostIds) {
        return looks.stream().filter(look -> look.outcome().alive()).map(HostLook::hostId).collect(Collectors.toSet())
                .containsAll(hostIds);
    }
}
