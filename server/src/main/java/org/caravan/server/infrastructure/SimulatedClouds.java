package org.caravan.server.infrastructure;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.simulated.SimulatedMachineCloud;
import org.caravan.adapter.simulated.SimulatedMachineScript;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.Subnet;
import org.caravan.machine.MachineOffer;

/** Creates one simulated cloud for all providers of an infrastructure; its offers follow from the host types. */
final class SimulatedClouds {

    private SimulatedClouds() {}

    static SimulatedMachineCloud of(Infrastructure infrastructure, long seed, Path stateFile, Clock clock) {
        Map<String, MachineOffer> offers = new LinkedHashMap<>();
        Map<String, List<Subnet>> networks = new LinkedHashMap<>();
        for (Site site : infrastructure.sites()) {
            for (Host host : site.hosts()) {
                host.rental().ifPresent(rental -> {
                    offers.put(rental.offer(), offer(rental, infrastructure.hostTypeOf(host.id())));
                    networks.computeIfAbsent(network(rental.region()), any -> new ArrayList<>()).addAll(subnets(site));
                });
            }
        }
        networks.replaceAll((name, subnets) -> subnets.stream().distinct().toList());
        return SimulatedMachineCloud.open(
                SimulatedMachineScript.prompt(seed, List.copyOf(offers.values()), networks).lifelike(stateFile), clock);
    }

    private static MachineOffer offer(Rental rental, HostType type) {
        return new MachineOffer(rental.offer(), type.architecture(), type.cpu(), type.memory(), type.disk(), Optional.of(type.cost()));
    }

    private static String network(Region region) {
        return region.network().map(name -> region.name() + "/" + name).orElse(region.name());
    }

    private static List<Subnet> subnets(Site site) {
        return site.isps().stream().flatMap(isp -> isp.subnets().values().stream()).toList();
    }
}
