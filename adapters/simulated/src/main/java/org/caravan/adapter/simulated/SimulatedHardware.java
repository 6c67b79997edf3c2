package org.caravan.adapter.simulated;

import java.util.List;
import org.caravan.adapter.ObservedHost;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;

/** Resources that simulated hosts report: those of their types, with addresses in their site's networks. */
final class SimulatedHardware {

    /** First slot of hosts in their site's network, as in the test bed: .11, .12, … */
    private static final int FIRST_HOST_SLOT = 11;

    private SimulatedHardware() {}

    static ObservedHost of(Host host, HostType type, Infrastructure infrastructure) {
        return new ObservedHost(host.id(), type.architecture(), type.cpu(), type.memory(), type.disk(), addresses(host, infrastructure));
    }

    private static List<String> addresses(Host host, Infrastructure infrastructure) {
        Site site = infrastructure.siteOfHost(host.id());
        int slot = FIRST_HOST_SLOT + site.hosts().indexOf(infrastructure.host(host.id()));
        return site.accessPoints().stream().map(point -> site.subnet(point).address(slot)).toList();
    }
}
