package org.caravan.machine;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Addresses of a machine beside its own. Its firewall is {@link MachineCloud#admit}.
 *
 * @param addresses additional literals of both IP versions that copies on it use
 * @param publicFor its private IPv4 addresses that also have a public address; can include the first one
 */
public record MachineAccess(SortedSet<String> addresses, SortedSet<String> publicFor) {

    public MachineAccess {
        addresses = Collections.unmodifiableSortedSet(new TreeSet<>(addresses));
        publicFor = Collections.unmodifiableSortedSet(new TreeSet<>(publicFor));
    }
}
