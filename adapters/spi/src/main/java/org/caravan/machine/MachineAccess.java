package org.caravan.machine;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Network access of a machine.
 *
 * @param addresses additional literals of both IP versions that copies on it use
 * @param publicFor its private IPv4 addresses that also have a public address; can include the first one
 * @param openPorts TCP ports open to any sender; SSH is always open to the server
 */
public record MachineAccess(SortedSet<String> addresses, SortedSet<String> publicFor, SortedSet<Integer> openPorts) {

    public MachineAccess {
        addresses = Collections.unmodifiableSortedSet(new TreeSet<>(addresses));
        publicFor = Collections.unmodifiableSortedSet(new TreeSet<>(publicFor));
        openPorts = Collections.unmodifiableSortedSet(new TreeSet<>(openPorts));
    }
}
