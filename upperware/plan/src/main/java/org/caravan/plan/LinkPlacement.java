package org.caravan.plan;

import org.caravan.adapter.InstanceId;
import org.caravan.measure.PathId;

/**
 * One link from an instance to an instance it requires, with the ISP and IP version of both ends.
 *
 * @param sourceAddress literal address at the near end; selects the ISP there
 * @param targetAddress literal address at the far end; selects the ISP there
 */
public record LinkPlacement(
        InstanceId from, InstanceId to, String endpointName, int port, PathId path, String sourceAddress, String targetAddress) {}
