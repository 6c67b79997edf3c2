package org.caravan.adapter;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a host and each of its copies that run has taken.
 *
 * @param host all of it, with what is not ours
 */
public record HostUsage(Consumption host, SortedMap<CopyId, Consumption> copies) {

    public HostUsage {
        copies = Collections.unmodifiableSortedMap(new TreeMap<>(copies));
    }
}
