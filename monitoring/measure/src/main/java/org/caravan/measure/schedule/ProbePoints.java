package org.caravan.measure.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.Vantage;
import org.caravan.measure.ProbePoint;

/**
 * The machine that probes each access point: the first host by id, else the vantage, that has an address in its prefix.
 *
 * @param unprobed a message for each access point without a suitable machine, with a remedy on its second line
 */
record ProbePoints(SortedMap<AccessPoint, ProbePoint> points, List<String> unprobed) {

    static ProbePoints of(Infrastructure infrastructure, MachineAddresses addresses) {
        SortedMap<AccessPoint, ProbePoint> points = new TreeMap<>();
        List<String> unprobed = new ArrayList<>();
        for (Site site : infrastructure.sites()) {
            for (AccessPoint at : site.accessPoints()) {
                machineIds(site)
                        .flatMap(machineId -> pointsOf(site, at, machineId, addresses))
                        .findFirst()
                        .ifPresentOrElse(point -> points.put(at, point), () -> unprobed.add(without(site, at)));
            }
        }
        return new ProbePoints(points, List.copyOf(unprobed));
    }

    private static Stream<String> machineIds(Site site) {
        return Stream.concat(
                site.hosts().stream().map(Host::id), site.vantage().map(Vantage::id).stream());
    }

    private static Stream<ProbePoint> pointsOf(Site site, AccessPoint at, String machineId, MachineAddresses addresses) {
        return addresses.of(machineId).stream()
                .filter(site.subnet(at)::contains)
                .map(address -> new ProbePoint(at, machineId, address));
    }

    private static String without(Site site, AccessPoint at) {
        return "No machine of site (" + site.id() + ") can probe access point (" + at + "): none that answers has an address in "
                + site.subnet(at).prefix() + ".\n"
                + "Maybe " + wayOut(site);
    }

    private static String wayOut(Site site) {
        List<String> machines = machineIds(site).toList();
        return machines.isEmpty()
                ? "add a vantage to the site: vantage vantage-" + site.id()
                + " at \"ADDRESS\" credentials NAME; where all hosts are simulated, any address will do."
                : "give " + (machines.size() == 1 ? machines.get(0) : "one of [" + String.join(", ", machines) + "]")
                + " such an address, or check why it does not answer.";
    }
}
