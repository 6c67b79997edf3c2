package org.caravan.execution;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.adapter.simulated.SimulatedMachineScript;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.Subnet;
import org.caravan.machine.MachineOffer;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** The simulated provider from which the rented hosts of {@link Plans} get their machines. */
final class Clouds {

    private Clouds() {}

    static SimulatedMachineScript script() {
        return SimulatedMachineScript.prompt(1, List.of(new MachineOffer("small", Architecture.AMD64, new MilliCores(4000),
                Bytes.ofMebi(1024), Bytes.ofMebi(9999), Optional.empty())), networks(Plans.INFRASTRUCTURE));
    }

    private static Map<String, List<Subnet>> networks(Infrastructure infrastructure) {
        Map<String, List<Subnet>> networks = new TreeMap<>();
        for (Site site : infrastructure.sites()) {
            for (Host host : site.hosts()) {
                host.rental().ifPresent(rental -> networks.put(rental.region().name(),
                        site.isps().stream().flatMap(isp -> isp.subnets().values().stream()).toList()));
            }
        }
        return networks;
    }
}
