package org.caravan.rules;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Collects what the rules find in a round. Public only because compiled rules access it. */
public final class Findings {

    private final List<Finding> found = new ArrayList<>();

    public void lost(Round round, Silence silence, long thresholdMillis) {
        found.add(new Finding.HostLost(silence.getHostId(), Instant.ofEpochMilli(silence.getSince()), silence.lastedUntil(round.millis()),
                thresholdMillis, silence.getLooks(), round.alive(), round.hosts(), silence.getDetail()));
    }

    public void unsettled(SilenceEnded ended) {
        found.add(new Finding.HostUnsettled(ended.hostId(), Instant.ofEpochMilli(ended.at())));
    }

    public void back(HeldDeployment held) {
        found.add(new Finding.HostsBack(held.application(), held.runId(), List.copyOf(held.hostIds())));
    }

    public void ownFault(String rule, String cause) {
        found.add(new Finding.OwnFault(rule, List.of(), cause));
    }

    public void ownFault(String rule, Round round, HostLook.Outcome outcome, String cause) {
        found.add(new Finding.OwnFault(rule, round.looks().stream().filter(look -> look.outcome() == outcome).map(HostLook::hostId)
                .collect(Collectors.toList()), cause));
    }

    List<Finding> take() {
        List<Finding> all = found.stream().sorted(Comparator.comparing(Finding::rule).thenComparing(Finding::toString)).toList();
        found.clear();
        return all;
    }
}
