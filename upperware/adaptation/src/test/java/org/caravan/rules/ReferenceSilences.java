package org.caravan.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.rules.HostLook.Outcome;

/** Says which hosts are lost by going through all looks of each host, without a rule engine. */
final class ReferenceSilences {

    private record Look(double at, Outcome outcome) {}

    private final double lostAfter;
    private final int lostLooks;
    private final Map<String, Outcome> states = new TreeMap<>();
    private final Map<String, List<Look>> looks = new TreeMap<>();
    private double now;

    ReferenceSilences(double lostAfter, int lostLooks) {
        this.lostAfter = lostAfter;
        this.lostLooks = lostLooks;
    }

    void state(String hostId, Outcome outcome) {
        states.put(hostId, outcome);
    }

    List<String> lostAfter(double seconds) {
        now += seconds;
        states.forEach((host, outcome) -> looks.computeIfAbsent(host, unknown -> new ArrayList<>()).add(new Look(now, outcome)));
        return looks.keySet().stream().filter(this::lost).toList();
    }

    private boolean lost(String hostId) {
        List<Look> all = looks.get(hostId);
        int answered = 0;
        for (int i = 0; i < all.size(); i++) {
            answered = all.get(i).outcome().alive() ? i + 1 : answered;
        }
        List<Look> silent = all.subList(answered, all.size()).stream().filter(look -> look.outcome() == Outcome.SILENT).toList();
        return silent.size() >= lostLooks && now - silent.get(0).at() >= lostAfter;
    }
}
