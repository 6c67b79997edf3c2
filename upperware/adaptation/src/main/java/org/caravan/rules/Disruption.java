package org.caravan.rules;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an action does to copies that run well, and what it is good for.
 *
 * @param disturbed copies that run well and that are moved or recreated, by component and site: {@code web at bergen}
 * @param lost copies that are unavailable before the action, by component and site
 * @param gained lost copies that run again after the action
 */
public record Disruption(SortedMap<String, Integer> disturbed, SortedMap<String, Integer> lost, int gained) {

    public static final Disruption NONE = new Disruption(new TreeMap<>(), new TreeMap<>(), 0);

    public Disruption {
        if (gained < 0) {
            throw new IllegalArgumentException("the number of gained copies is not negative: " + gained);
        }
        disturbed = Collections.unmodifiableSortedMap(new TreeMap<>(disturbed));
        lost = Collections.unmodifiableSortedMap(new TreeMap<>(lost));
    }

    public Disruption(Map<String, Integer> disturbed, Map<String, Integer> lost, int gained) {
        this(new TreeMap<>(disturbed), new TreeMap<>(lost), gained);
    }

    /** Total number of disturbed copies. */
    public int copies() {
        return disturbed.values().stream().mapToInt(Integer::intValue).sum();
    }
}
