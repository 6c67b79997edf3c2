package org.caravan.problem;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.measure.PathId;

/**
 * Current placement of an instance by the current target.
 *
 * @param addressSlot number of its address at the site
 * @param specDigest digest of the copy's specification: a planner keeps the copy only if it would create the same one
 * @param links paths to the instances of components it requires
 * @param entries paths of users to it, by user id
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

    /** The same with a specification that no copy has. */
    CurrentPlacement outdated() {
        return new CurrentPlacement(instance, hostId, addressSlot, generation, "outdated", links, entries);
    }

    /** The same without paths, so that all paths are chosen again. */
    public CurrentPlacement withoutPaths() {
        return new CurrentPlacement(
                instance, hostId, addressSlot, generation, specDigest, new TreeMap<>(), new TreeMap<>());
    }
}
