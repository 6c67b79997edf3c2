package org.caravan.plan;

import java.util.Map;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.CopyId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.OtherPlacement;
import org.caravan.problem.Reservation;
import org.caravan.unit.BitRate;

/**
 * One instance and everything about where and how it runs.
 *
 * @param generation of the plan that first placed it so: it stays while host and spec stay, so that a copy is kept
 * @param addressSlot its place in each of the site's prefixes, 100 to 249
 * @param spec what the copy is made of, its form among it
 */
public record InstancePlacement(
        InstanceId instance, String siteId, String hostId, long generation, int addressSlot, CopySpec spec) {

    /** The label of the copy that this placement asks for. */
    public CopyId copy(String application) {
        return new CopyId(application, instance, generation);
    }

    OtherPlacement asOtherPlacement(Map<AccessLink, BitRate> uplinks) {
        return new OtherPlacement(siteId, hostId, addressSlot, new Reservation(spec.cpu(), spec.memory(), spec.disk()), uplinks);
    }
}
