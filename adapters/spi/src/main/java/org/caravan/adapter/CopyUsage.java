package org.caravan.adapter;

import org.caravan.unit.Bytes;

/**
 * Resource usage of a copy.
 *
 * @param cpuMillis processor time since its start, in ms
 * @param memory currently in use
 */
public record CopyUsage(long cpuMillis, Bytes memory) {}
