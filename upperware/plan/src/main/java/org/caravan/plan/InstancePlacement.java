package org.caravan.plan;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.infrastructure.Gpus;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.OtherPlacement;
import org.caravan.problem.Reservation;
import org.caravan.problem.ReservedResponses;
import org.caravan.unit.BitRate;

/**
 * Placement and specification of one instance.
 *
 * @param generation of the plan that first used this host and specification; unchanged as long as these are, so that the copy is kept
 * @param addressSlot address number in each of the site's prefixes, 100 to 249
 * @param spec specification of the copy, including its form
 */
public record InstancePlacement(
        InstanceId instance, String siteId, String hostId, long generation, int addressSlot, CopySpec spec) {

    /** Id of the copy for this placement. */
    public CopyId copy(String application) {
        return new CopyId(application, instance, generation);
    }

    /** This placement with other bandwidth, which changes while the copy runs. */
    public InstancePlacement withBandwidth(List<LinkBandwidth> links) {
        return new InstancePlacement(instance, siteId, hostId, generation, addressSlot, spec.withBandwidth(links));
    }

    OtherPlacement asOtherPlacement(Map<AccessLink, BitRate> uplinks, ReservedResponses responses) {
        return new OtherPlacement(siteId, hostId, addressSlot, new Reservation(spec.cpu(), spec.memory(), spec.disk(),
                spec.gpu().map(Gpus::count)), uplinks, responses, spec.bandwidth().stream().collect(Collectors.toMap(
                        link -> new AccessLink(siteId, link.ispId()), LinkBandwidth::share)));
    }
}
