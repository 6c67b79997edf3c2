package org.caravan.application;

import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.caravan.infrastructure.Sensitivity;
import org.caravan.unit.Bytes;

/**
 * Data that components store, produce or consume.
 *
 * @param size size if known, above 0
 * @param sensitivity class of the data, if declared
 * @param siteIds sites where it may be stored; empty means any site
 * @param countries countries where it may be stored (ISO 3166-1 alpha-2); empty means any country
 * @param replicas minimum number of copies of the data, 1 to 99
 * @param mostReplicas maximum number of copies, at least {@code replicas}
 * @param source origin before any component stores the data: a URL or a file
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

    /** Whether the component stores, produces or consumes the data. */
    boolean handledBy(String componentId) {
        return storedBy.contains(componentId) || producedBy.contains(componentId) || consumedBy.contains(componentId);
    }

    /** Returns a copy without a sensitivity class. */
    public DataSet unclassed() {
        return new DataSet(id, size, Optional.empty(), siteIds, countries, replicas, mostReplicas, source, storedBy, producedBy,
                consumedBy);
    }

    /** Returns a copy that these components store. */
    DataSet storedBy(Set<String> changed) {
        return new DataSet(id, size, sensitivity, siteIds, countries, replicas, mostReplicas, source, changed, producedBy, consumedBy);
    }

    private static SortedSet<String> sorted(Set<String> names) {
        return Collections.unmodifiableSortedSet(new TreeSet<>(names));
    }
}
