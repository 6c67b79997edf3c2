package org.caravan.dsl.feasibility;

import java.util.List;
import java.util.Optional;
import org.caravan.application.Bandwidth;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Isp;
import org.caravan.unit.BitRate;

/** Checks whether the bandwidth reserved by copies of a component fits any uplink of a site with hosts. */
final class UplinkFeasibility {

    private UplinkFeasibility() {}

    /** Warning if it fits no uplink; an uplink without declared capacity always fits. */
    static Optional<Diagnostic> of(String componentId, Bandwidth bandwidth, Infrastructure infrastructure) {
        List<Isp> isps = infrastructure.sites().stream().filter(site -> !site.hosts().isEmpty()).flatMap(site -> site.isps().stream())
                .toList();
        Optional<BitRate> widest = isps.stream().flatMap(isp -> isp.uplink().stream()).max(BitRate::compareTo);
        boolean open = isps.stream().anyMatch(isp -> isp.uplink().isEmpty());
        return widest.filter(most -> !open && most.compareTo(bandwidth.min()) < 0).map(most -> new Diagnostic(
                Severity.WARNING, "bandwidth-fits-no-uplink",
                "Each copy of component " + componentId + " reserves " + bandwidth.min() + ", more than any uplink of infrastructure "
                        + infrastructure.name() + " has: the widest has " + most + ".",
                Optional.of("reduce the requirement, or declare a larger uplink."), Optional.empty()));
    }
}
