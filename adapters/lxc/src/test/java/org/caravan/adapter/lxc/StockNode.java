package org.caravan.adapter.lxc;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.adapter.testkit.TinyImage;
import org.caravan.image.ImageRepository;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Subnet;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.ShellFault;
import org.caravan.ssh.SshSettings;
import org.caravan.ssh.SshShell;
import org.caravan.transfer.ImageDelivery;
import org.caravan.transfer.Pace;
import org.caravan.transfer.TransferListener;
import org.caravan.transfer.TransferSettings;

/**
 * The machine of {@code examples/stock-node}, which is up: a stock Debian 12 with systemd and control groups v2. Prepared at the first use, as
 * {@code caravan node add} does. Which one: {@code -Dcaravan.stock=FOLDER}, the tool's {@code --state}.
 */
final class StockNode implements AutoCloseable {

    private static final String CREDENTIALS = "stock";
    /** Emulation on a busy machine; reached only where something is wrong. */
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final String SITE = "attic";

    private final Host host;
    private final String network;
    private final SshShell shell;
    private final ImageDelivery images;

    private StockNode(String address, Path credentials) {
        this.host = host(address, 22);
        this.network = address.substring(0, address.lastIndexOf('.'));
        this.shell = new SshShell(SshSettings.of(credentials));
        Path folder = Path.of("target/stock-images").toAbsolutePath();
        ImageRepository repository = TinyImage.publish(folder);
        this.images = new ImageDelivery(shell, repository, folder.resolve("differences"), TransferSettings.DEFAULT, Pace.UNLIMITED, TransferListener.NONE);
    }

    /** Skips the calling class, and says why, where no stock node is named. */
    static StockNode standing() {
        String state = System.getProperty("caravan.stock", "");
        if (state.isEmpty() || !TinyImage.whyNot().isEmpty()) {
            String why = state.isEmpty() ? "no stock node is named: -Dcaravan.stock=FOLDER" : TinyImage.whyNot();
            System.err.println("SKIPPED on a stock node: " + why);
            abort(why);
        }
        try {
            Path own = Files.createDirectories(Path.of("target/stock-credentials").resolve(CREDENTIALS));
            Files.writeString(own.resolve("user"), "root\n");
            String pinned = Files.readString(Path.of(state, "known_hosts"));
            Files.writeString(own.resolve("known_hosts"), pinned);
            Path key = own.resolve("id_ed25519");
            Files.write(key, Files.readAllBytes(Path.of(state, "id_ed25519")));
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
            StockNode node = new StockNode(pinned.split(" ")[0], own.getParent());
            node.prepare();
            return node;
        } catch (IOException e) {
            throw new UncheckedIOException("no stock node in " + state, e);
        }
    }

    /** Restarts it once if the bridge was not there before. Brings busybox, which the contract's foreign container runs. */
    private void prepare() {
        shell.upload(new Machine(host.id(), host.address(), host.port(), host.credentials()), Path.of("/bin/busybox"), "/bin/busybox", TIMEOUT);
        on("chmod 755 /bin/busybox");
        List<NodeFinding> found = new NodeWork(shell, NodePreparation.of(ScriptSettings.DEFAULT)).prepare(host);
        if (found.stream().allMatch(NodeFinding::fit)) {
            return;
        }
        String before = on("cat /proc/sys/kernel/random/boot_id");
        on("systemd-run --quiet --on-active=1 systemctl reboot");
        await("the restarted node").atMost(TIMEOUT).ignoreException(ShellFault.class).until(() -> !on("cat /proc/sys/kernel/random/boot_id").equals(before));
        List<NodeFinding> unfit = new NodeWork(shell, NodePreparation.of(ScriptSettings.DEFAULT)).prepare(host).stream().filter(one -> !one.fit()).toList();
        if (!unfit.isEmpty()) {
            throw new AssertionError("the stock node is not fit: " + unfit);
        }
    }

    Host host() {
        return host;
    }

    /** At the same address nothing listens on this port. */
    Host unreachable() {
        return host(host.address(), 9);
    }

    private static Host host(String address, int port) {
        return new Host("stock-1", "board", "lxc", address, port, CREDENTIALS);
    }

    LxcAdapter adapter() {
        return new LxcAdapter(shell, LxcBed.SETTINGS, images);
    }

    /** Two IPv4 addresses and one IPv6 address, as of a site of two ISPs. */
    List<CopyAddress> addresses(int slot) {
        String prefix6 = "fdca:" + network.replace('.', ':') + "::";
        List<CopyAddress> addresses = new ArrayList<>();
        Subnet cable = new Subnet(network + ".0/24", network + ".1");
        addresses.add(address("Fibre", IpFamily.IPV4, cable, slot));
        addresses.add(address("Adsl", IpFamily.IPV4, cable, slot - 50));
        addresses.add(address("Fibre", IpFamily.IPV6, new Subnet(prefix6 + "/64", prefix6 + "1"), slot));
        return List.copyOf(addresses);
    }

    private static CopyAddress address(String ispId, IpFamily family, Subnet subnet, int slot) {
        return new CopyAddress(new AccessPoint(SITE, ispId, family), subnet.address(slot), subnet.prefixLength(), subnet.gateway());
    }

    String on(String script) {
        Machine machine = new Machine(host.id(), host.address(), host.port(), host.credentials());
        CommandResult result = shell.run(machine, "bash -eu -s", script.getBytes(StandardCharsets.UTF_8), TIMEOUT);
        if (!result.succeeded()) {
            throw new AssertionError(script + "\n" + result);
        }
        return result.output().strip();
    }

    @Override
    public void close() {
        shell.close();
    }
}
