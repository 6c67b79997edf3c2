package org.caravan.problem;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.measure.PathId;

/**
 * Where an instance of the application is now, by the current target.
 *
 * @param addressSlot which of the site's addresses it has
 * @param specDigest of what its copy is made of: a planner keeps the copy only if it would make the same again
 * @param links paths to the instances of components it requires
 * @param entries paths of users to it, by their ids
 */
public record CurrentPlacement(
        InstanceId instance,
        String hostId,
        int addressSlot,
        long generation,
        String specDigest,
        SortedMap<InstanceId, PathId> links,
        SortedMap<String, PathId> entries) {

    public CurrentPlacement {
        links = Collections.unmodifiableSortedMap(new TreeMap<>(links));
        entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
    }

    /** The same, were all paths to be chosen anew. */
    public CurrentPlacement withoutPaths() {
        return new CurrentPlacement(
                instance, hostId, addressSlot, generation, specDigest, new TreeMap<>(), new TreeMap<>());
    }
}
