package org.caravan.adapter;

import org.caravan.unit.Bytes;

/**
 * What a host or a copy has taken since it started, by counters that only rise; and the memory it takes now.
 *
 * @param cpuMillis processor time, in ms
 * @param memory in use now
 * @param read from disks
 * @param written to disks
 * @param received from the network; 0 of what has no network of its own
 * @param sent into the network; likewise
 */
public record Consumption(long cpuMillis, Bytes memory, Bytes read, Bytes written, Bytes received, Bytes sent) {}
