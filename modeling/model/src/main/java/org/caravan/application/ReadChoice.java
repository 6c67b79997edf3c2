package org.caravan.application;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many read replicas a component has, and who answers the calls that only read.
 *
 * @param replicas beside the component itself, at least 0
 * @param sources by id of the component that calls: 0 for the component itself, else the number of a replica
 */
public record ReadChoice(String primaryId, int replicas, SortedMap<String, Integer> sources) {

    public ReadChoice {
        sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
        if (replicas < 0 || sources.values().stream().anyMatch(source -> source < 0 || source > replicas)) {
            throw new IllegalArgumentException(primaryId + " has " + replicas + " read replicas, which do not answer " + sources);
        }
    }

    /** Id of the component that answers the calls of this one which only read. */
    String answering(String readerId) {
        int source = sources.getOrDefault(readerId, 0);
        return source == 0 ? primaryId : ReadReplicas.id(primaryId, source);
    }

    /** Every choice, but for the order of replicas, which are alike; fewer replicas first. None has a replica that nobody asks, but for those that there must be. */
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

    /** How many of its replicas and of who asks them differ. */
    public int differences(ReadChoice other) {
        int differing = Math.abs(replicas - other.replicas);
        for (Map.Entry<String, Integer> source : sources.entrySet()) {
            differing += source.getValue().equals(other.sources.get(source.getKey())) ? 0 : 1;
        }
        return differing;
    }
}
