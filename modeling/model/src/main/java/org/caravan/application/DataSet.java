package org.caravan.application;

import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.caravan.infrastructure.Sensitivity;
import org.caravan.unit.Bytes;

/**
 * Data that components store, make or use.
 *
 * @param size if it is known, above 0
 * @param sensitivity if it is said
 * @param siteIds where it may be stored; empty means at any site
 * @param countries where it may be stored (ISO 3166-1 alpha-2); empty means in any country
 * @param replicas how many copies of it are to be kept, 1 to 99; where more may be, the least
 * @param mostReplicas at least {@code replicas}
 * @param source where it comes from before anybody stores it: a URL, a file
 */
public record DataSet(
        String id,
        Optional<Bytes> size,
        Optional<Sensitivity> sensitivity,
        Set<String> siteIds,
        Set<String> countries,
        int replicas,
        int mostReplicas,
        Optional<String> source,
        Set<String> storedBy,
        Set<String> producedBy,
        Set<String> consumedBy) {

    public DataSet {
        if (replicas < 1 || mostReplicas < replicas) {
            throw new IllegalArgumentException("data " + id + " has replicas " + replicas + ".." + mostReplicas);
        }
        siteIds = sorted(siteIds);
        countries = sorted(countries);
        storedBy = sorted(storedBy);
        producedBy = sorted(producedBy);
        consumedBy = sorted(consumedBy);
    }

    /** Whether the component stores, makes or uses it. */
    boolean handledBy(String componentId) {
        return storedBy.contains(componentId) || producedBy.contains(componentId) || consumedBy.contains(componentId);
    }

    /** The same of no class. */
    public DataSet unclassed() {
        return new DataSet(id, size, Optional.empty(), siteIds, countries, replicas, mostReplicas, source, storedBy, producedBy, consumedBy);
    }

    /** The same stored by these components. */
    DataSet storedBy(Set<String> changed) {
        return new DataSet(id, size, sensitivity, siteIds, countries, replicas, mostReplicas, source, changed, producedBy, consumedBy);
    }

    private static SortedSet<String> sorted(Set<String> names) {
        return Collections.unmodifiableSortedSet(new TreeSet<>(names));
    }
}
