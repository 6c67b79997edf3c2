package org.caravan.adapter;

import org.caravan.unit.Bytes;

/**
 * Resources a copy has used.
 *
 * @param cpuMillis processor time since it started, in ms
 * @param memory in use now
 */
public record CopyUsage(long cpuMillis, Bytes memory) {}
