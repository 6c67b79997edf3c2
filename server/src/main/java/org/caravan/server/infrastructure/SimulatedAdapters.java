package org.caravan.server.infrastructure;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.rented.Preparation;
import org.caravan.adapter.rented.RentedAdapter;
import org.caravan.adapter.simulated.FaultInjection;
import org.caravan.adapter.simulated.SimulatedAdapter;
import org.caravan.adapter.simulated.SimulatedMachineCloud;
import org.caravan.adapter.simulated.SimulatedMachineScript;
import org.caravan.adapter.simulated.SimulatedScript;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.Subnet;
import org.caravan.machine.MachineOffer;

/** Simulates all hosts, whatever their provider, so that a simulated server accepts any infrastructure. */
final class SimulatedAdapters implements Adapters {

    private static final long SEED = 1;

    private final Path stateFile;
    private final Clock clock;
    private SimulatedAdapter adapter;
    private RentedAdapter renting;

    SimulatedAdapters(Path stateFile, Clock clock) {
        this.stateFile = stateFile;
        this.clock = clock;
    }

    @Override
    public synchronized CloudAdapter of(Host host) {
        return host.rental().isPresent() ? renting : adapter;
    }

    @Override
    public void check(Infrastructure infrastructure) {
        // Every infrastructure can be simulated.
    }

    /** Copies persist in the state file, so that they survive a new infrastructure. */
    @Override
    public synchronized void use(Infrastructure infrastructure) {
        SimulatedAdapter copies = SimulatedAdapter.open(infrastructure, SimulatedScript.lifelike(SEED, stateFile), clock);
        SimulatedMachineCloud cloud = SimulatedClouds.of(
                infrastructure, SEED, stateFile.resolveSibling("simulated-rented-machines.txt"), clock);
        cloud.whenGone(label -> copies.mishaps().loseAll(label.hostId()));
        SimulatedOutages outages = new SimulatedOutages(stateFile.resolveSibling("simulated-outages.txt"), copies.mishaps());
        SimulatedCrashes crashes = new SimulatedCrashes(stateFile.resolveSibling("simulated-crashes.txt"), copies.mishaps());
        WatchedLines missingImages = new WatchedLines(stateFile.resolveSibling("simulated-missing-images.txt"));
        copies.missingImages(image -> missingImages.read().contains(image));
        copies.beforeCall(call -> {
            outages.look(call);
            crashes.look(call);
        });
        adapter = copies;
        renting = new RentedAdapter(cloud, copies, Preparation.NONE, infrastructure::name);
    }

    @Override
    public Infrastructure reached(Infrastructure infrastructure) {
        return infrastructure;
    }

    @Override
    public synchronized void close() {
        if (adapter != null) {
            adapter.close();
        }
    }

    /**
     * Simulates crash loops: while a file next to the state file names an instance, its process exits after each start. Each line has an
     * instance and an exit code: {@code sock-shop/carts:1 137}. Other lines are ignored; without the file nothing crashes.
     */
    private static final class SimulatedCrashes {

        private static final Pattern LINE = Pattern.compile("([^/\\s]{1,100})/([^:/\\s]{1,100}):(\\d{1,4}) (\\d{1,3})");

        private final WatchedLines file;
        private final FaultInjection mishaps;
        private List<String> lines = List.of();

        SimulatedCrashes(Path file, FaultInjection mishaps) {
            this.file = new WatchedLines(file);
            this.mishaps = mishaps;
        }

        /** Applies the file; runs before each call to a host. @param call ignored */
        synchronized void look(String call) {
            List<String> now = file.read();
            if (now.equals(lines)) {
                return;
            }
            lines = now;
            mishaps.endCrashes();
            lines.stream().map(LINE::matcher).filter(Matcher::matches).filter(found -> Integer.parseInt(found.group(4)) <= 255)
                    .forEach(found -> mishaps.crashLoop(found.group(1), new InstanceId(found.group(2), Integer.parseInt(found.group(3))),
                            Integer.parseInt(found.group(4))));
        }
    }

    /**
     * Simulates power failures: while a file next to the state file names a host, one id per line, the host is unreachable. When it
     * returns, nothing runs on it. Without the file there is no outage.
     */
    static final class SimulatedOutages {

        private final WatchedLines file;
        private final FaultInjection mishaps;
        private Set<String> out = Set.of();

        SimulatedOutages(Path file, FaultInjection mishaps) {
            this.file = new WatchedLines(file);
            this.mishaps = mishaps;
        }

        /** Applies the file; runs before each call to a host. @param call ignored */
        synchronized void look(String call) {
            Set<String> now = new TreeSet<>(file.read());
            now.stream().filter(host -> !out.contains(host)).forEach(mishaps::powerOff);
            out.stream().filter(host -> !now.contains(host)).forEach(mishaps::heal);
            out = now;
        }
    }

    /** Creates one simulated cloud for all providers of an infrastructure; its offers follow from the host types. */
    static final class SimulatedClouds {

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
}
