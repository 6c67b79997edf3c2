package org.caravan.plan;

import org.caravan.adapter.InstanceId;
import org.caravan.measure.PathId;

/**
 * One link from an instance to an instance it requires, with the ISP and IP version of both ends.
 *
 * @param sourceAddress literal at the near end; picks the ISP there
 * @param targetAddress literal at the far end; picks the ISP there
 */
public record LinkPlacement(
        InstanceId from, InstanceId to, String endpointName, int port, PathId path, String sourceAddress, String targetAddress) {}
