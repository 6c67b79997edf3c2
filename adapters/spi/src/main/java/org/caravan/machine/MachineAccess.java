package org.caravan.machine;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How a machine can be reached.
 *
 * @param addresses literals beside its first ones, of both IP versions, that copies on it use
 * @param publicFor which of its private IPv4 addresses, the first one among them, have a public one as well
 * @param openPorts TCP ports let in from anywhere; SSH is always open to the server
 */
public record MachineAccess(SortedSet<String> addresses, SortedSet<String> publicFor, SortedSet<Integer> openPorts) {

    public MachineAccess {
        addresses = Collections.unmodifiableSortedSet(new TreeSet<>(addresses));
        publicFor = Collections.unmodifiableSortedSet(new TreeSet<>(publicFor));
        openPorts = Collections.unmodifiableSortedSet(new TreeSet<>(openPorts));
    }
}
