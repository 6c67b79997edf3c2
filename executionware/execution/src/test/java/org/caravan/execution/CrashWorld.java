package org.caravan.execution;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.lxc.LxcAdapter;
import org.caravan.adapter.lxc.LxcSettings;
import org.caravan.adapter.simulated.SimulatedAdapter;
import org.caravan.adapter.simulated.SimulatedScript;
import org.caravan.image.ImageRepository;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.ssh.SshSettings;
import org.caravan.ssh.SshShell;
import org.caravan.transfer.ImageDelivery;
import org.caravan.transfer.Pace;
import org.caravan.transfer.TransferListener;
import org.caravan.transfer.TransferSettings;

/** Hosts that outlive the process that is killed: simulated ones in a file, or real ones behind SSH. */
record CrashWorld(Infrastructure infrastructure, CloudAdapter adapter, UnaryOperator<String> imageOf) {

    static CrashWorld open(String name, Path folder) {
        return switch (name) {
            case "simulated" -> simulated(folder);
            case "lxc" -> lxc();
            default -> throw new IllegalArgumentException("no world " + name);
        };
    }

    private static CrashWorld simulated(Path folder) {
        SimulatedScript script = SimulatedScript.prompt(1).withStateFile(folder.resolve("machines"))
                .withCallDelay(Duration.ofMillis(2)).withReadyAfter(Duration.ofMillis(20));
        return new CrashWorld(Plans.STANDING, SimulatedAdapter.open(Plans.STANDING, script, InstantSource.system()),
                component -> "image-of-" + component);
    }

    private static CrashWorld lxc() {
        SshShell shell = new SshShell(SshSettings.of(CrashBed.CREDENTIALS));
        LxcSettings settings = LxcSettings.DEFAULT.withGrace(Duration.ofSeconds(1));
        ImageDelivery images = new ImageDelivery(shell, new ImageRepository(CrashBed.IMAGES, java.time.Clock.systemUTC()),
                CrashBed.IMAGES.resolve("differences"), TransferSettings.DEFAULT, Pace.UNLIMITED, TransferListener.NONE);
        return new CrashWorld(CrashBed.infrastructure(), new LxcAdapter(shell, settings, images), component -> CrashBed.IMAGE);
    }

    /** Copies by host and label, as the world itself says. */
    Map<String, String> copies() {
        Map<String, String> copies = new TreeMap<>();
        infrastructure.hosts().forEach(host -> adapter.observe(host).forEach(copy ->
                copies.put(copy.id().label() + " on " + host.id(), copy.state().name())));
        return copies;
    }
}
