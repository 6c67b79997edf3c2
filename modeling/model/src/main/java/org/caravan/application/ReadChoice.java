package org.caravan.application;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Number of read replicas of a component, and the assignment of its readers to these replicas.
 *
 * @param replicas in addition to the component itself, at least 0
 * @param sources by id of the calling component: 0 for the component itself, otherwise the number of a replica
 */
public record ReadChoice(String primaryId, int replicas, SortedMap<String, Integer> sources) {

    public ReadChoice {
        sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
        if (replicas < 0 || sources.values().stream().anyMatch(source -> source < 0 || source > replicas)) {
            throw new IllegalArgumentException(primaryId + " has " + replicas + " read replicas, which do not answer " + sources);
        }
    }

    /** Id of the component that answers the read-only calls of this reader. */
    String answering(String readerId) {
        int source = sources.getOrDefault(readerId, 0);
        return source == 0 ? primaryId : ReadReplicas.id(primaryId, source);
    }

    /**
     * All choices, except permutations of the identical replicas; fewer replicas first. Replicas without readers occur only up to the
     * required minimum.
     */
    static List<ReadChoice> all(String primaryId, int least, int most, List<String> readers) {
        List<ReadChoice> all = new ArrayList<>();
        add(all, new ReadChoice(primaryId, most, new TreeMap<>()), least, 0, readers);
        all.sort((one, other) -> Integer.compare(one.replicas, other.replicas));
        return all;
    }

    private static void add(List<ReadChoice> all, ReadChoice begun, int least, int used, List<String> readers) {
        if (begun.sources.size() == readers.size()) {
            all.add(new ReadChoice(begun.primaryId, Math.max(least, used), begun.sources));
            return;
        }
        for (int source = 0; source <= Math.min(used + 1, begun.replicas); source++) {
            SortedMap<String, Integer> more = new TreeMap<>(begun.sources);
            more.put(readers.get(begun.sources.size()), source);
            add(all, new ReadChoice(begun.primaryId, begun.replicas, more), least, Math.max(used, source), readers);
        }
    }

    /** Number of differences in replica count and reader assignments. */
    public int differences(ReadChoice other) {
        int differing = Math.abs(replicas - other.replicas);
        for (Map.Entry<String, Integer> source : sources.entrySet()) {
            differing += source.getValue().equals(other.sources.get(source.getKey())) ? 0 : 1;
        }
        return differing;
    }
}
