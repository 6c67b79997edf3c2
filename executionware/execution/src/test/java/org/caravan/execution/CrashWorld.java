package org.caravan.execution;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.lxc.LxcAdapter;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.adapter.rented.Preparation;
import org.caravan.adapter.rented.RentedAdapter;
import org.caravan.adapter.simulated.SimulatedAdapter;
import org.caravan.adapter.simulated.SimulatedFault;
import org.caravan.adapter.simulated.SimulatedMachineCloud;
import org.caravan.adapter.simulated.SimulatedScript;
import org.caravan.execution.time.Clock;
import org.caravan.image.ImageRepository;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.ssh.SshSettings;
import org.caravan.ssh.SshShell;
import org.caravan.transfer.ImageDelivery;
import org.caravan.transfer.TransferListener;
import org.caravan.transfer.TransferRate;
import org.caravan.transfer.TransferSettings;

/**
 * Hosts that outlive the process that is killed: simulated ones in files, or real ones behind SSH.
 *
 * @param standing adapter of hosts that stand
 * @param renting adapter of hosts that are rented
 * @param failNextCreation makes the next creation of a copy on the host fail for good
 * @param call about how long a call goes on
 */
record CrashWorld(Infrastructure infrastructure, CloudAdapter standing, CloudAdapter renting, UnaryOperator<String> imageOf,
        Consumer<String> failNextCreation, Clock clock, Duration call) {

    static CrashWorld open(String name, Path folder) {
        return switch (name) {
            case "simulated" -> simulated(folder);
            case "lxc" -> lxc();
            default -> throw new IllegalArgumentException("no world " + name);
        };
    }

    private static CrashWorld simulated(Path folder) {
        FastClock clock = FastClock.laterInEachProcess();
        Duration call = Duration.ofMillis(2);
        SimulatedAdapter copies = SimulatedAdapter.open(Plans.INFRASTRUCTURE, SimulatedScript.prompt(1)
                .withStateFile(folder.resolve("copies")).withCallDelay(call).withReadyAfter(Duration.ofMillis(20)), clock::now);
        SimulatedMachineCloud cloud = SimulatedMachineCloud.open(Clouds.script()
                .withStateFile(folder.resolve("machines")).withBootAfter(Duration.ofMillis(300)), clock::now);
        cloud.whenGone(label -> copies.mishaps().loseAll(label.hostId()));
        return new CrashWorld(Plans.INFRASTRUCTURE, copies,
                new RentedAdapter(cloud, copies, Preparation.NONE, Plans.INFRASTRUCTURE::name), component -> "image-of-" + component,
                hostId -> copies.mishaps().fail(new SimulatedFault("ensure", hostId, 1, AdapterFault.Kind.NO_CAPACITY)), clock,
                call.plusMillis(1));
    }

    private static CrashWorld lxc() {
        SshShell shell = new SshShell(SshSettings.of(CrashBed.CREDENTIALS));
        ScriptSettings settings = ScriptSettings.DEFAULT.withGrace(Duration.ofSeconds(1));
        ImageDelivery images = new ImageDelivery(shell, new ImageRepository(CrashBed.IMAGES, java.time.Clock.systemUTC()),
                CrashBed.IMAGES.resolve("differences"), TransferSettings.DEFAULT, TransferRate.UNLIMITED, TransferListener.NONE);
        LxcAdapter adapter = new LxcAdapter(shell, settings, images);
        return new CrashWorld(CrashBed.infrastructure(), adapter, adapter, component -> CrashBed.IMAGE,
                hostId -> { }, Clock.SYSTEM, Duration.ofMillis(30));
    }

    CloudAdapter adapter(Host host) {
        return host.rental().isPresent() ? renting : standing;
    }

    /** State of copies by host and label, as the world itself says. */
    Map<Place, String> copies() {
        Map<Place, String> copies = new TreeMap<>();
        infrastructure.hosts().forEach(host -> adapter(host).observe(host).forEach(copy ->
                copies.put(new Place(host.id(), copy.id()), copy.state().name())));
        return copies;
    }

    /** Hosts with a machine that is rented now. */
    Map<String, String> machines() {
        Map<String, String> machines = new TreeMap<>();
        infrastructure.hosts().stream().flatMap(host -> host.rental().stream()).map(rental -> rental.region()).distinct()
                .forEach(region -> renting.rental().orElseThrow().machines(region).forEach(machine ->
                        machines.put(machine.label().hostId(), machine.state().name())));
        return machines;
    }

    /** Where a copy is. */
    record Place(String hostId, CopyId id) implements Comparable<Place> {

        @Override
        public int compareTo(Place other) {
            int byId = id.compareTo(other.id);
            return byId != 0 ? byId : hostId.compareTo(other.hostId);
        }

        @Override
        public String toString() {
            return id.label() + " on " + hostId;
        }
    }
}
