package org.caravan.rules.users;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where the users of an application are, by group. Shares sum to 1.
 *
 * @param targetId digest of the deployed plan
 * @param assumed shares of groups for which the application was placed
 * @param measured shares of groups in the newest window
 */
public record UsersLook(String application, String targetId, SortedMap<String, Double> assumed, SortedMap<String, Double> measured) {

    /** A share of 30 % counts as 30 %, although sums of shares carry rounding errors. */
    private static final double ROUNDING = 1e-9;

    public UsersLook {
        assumed = Collections.unmodifiableSortedMap(new TreeMap<>(assumed));
        measured = Collections.unmodifiableSortedMap(new TreeMap<>(measured));
    }

    public UsersLook(String application, String targetId, Map<String, Double> assumed, Map<String, Double> measured) {
        this(application, targetId, new TreeMap<>(assumed), new TreeMap<>(measured));
    }

    /** Share of all requests that come from other groups than assumed, 0 to 1 (total variation distance). */
    public double moved() {
        SortedSet<String> groups = new TreeSet<>(assumed.keySet());
        groups.addAll(measured.keySet());
        return groups.stream().mapToDouble(group -> Math.max(0, rise(group))).sum();
    }

    /** Id of the group whose share rose most. */
    public String towards() {
        return measured.keySet().stream().reduce((one, other) -> rise(other) > rise(one) ? other : one).orElse("");
    }

    /** Difference of the shares of a group, -1 to 1. */
    public double rise(String group) {
        return measured.getOrDefault(group, 0.0) - assumed.getOrDefault(group, 0.0);
    }

    public boolean elsewhere(UsersRuleSettings settings) {
        return moved() >= settings.share() - ROUNDING;
    }

    public boolean back(UsersRuleSettings settings) {
        return moved() <= settings.back() + ROUNDING;
    }
}
