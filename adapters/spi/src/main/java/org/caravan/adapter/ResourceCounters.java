package org.caravan.adapter;

import org.caravan.unit.Bytes;

/**
 * Resource counters of a host or a copy since its start, which only increase, and its current memory use.
 *
 * @param cpuMillis processor time, in ms
 * @param memory currently in use
 * @param read bytes read from disks
 * @param written bytes written to disks
 * @param received bytes received from the network; 0 without a network of its own
 * @param sent bytes sent to the network; 0 without a network of its own
 */
public record ResourceCounters(long cpuMillis, Bytes memory, Bytes read, Bytes written, Bytes received, Bytes sent) {}
