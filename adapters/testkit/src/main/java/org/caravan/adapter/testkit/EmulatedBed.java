package org.caravan.adapter.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.caravan.adapter.CopyAddress;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Subnet;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.SshSettings;
import org.caravan.ssh.SshShell;
import org.caravan.testing.Lifetime;

/**
 * The emulated pair of sites of {@code examples/testbed}, for adapters that use SSH; started by {@link #raise}, removed by {@link
 * #close}. Host {@code pi-east-1} is at a site with two ISPs: Fibre with both IP versions, Adsl with one.
 */
public final class EmulatedBed implements AutoCloseable {

    private static final Path TESTBED = Path.of(System.getProperty("caravan.testbed", "../../examples/testbed"));
    private static final Path STATE = Path.of("target/testbed").toAbsolutePath();
    private static final String CREDENTIALS = "bed";
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final String prefix;
    private final String management;
    private final SshShell shell;

    private EmulatedBed(String prefix, String management, SshShell shell) {
        this.prefix = prefix;
        this.management = management;
        this.shell = shell;
    }

    /** Why the test bed is not available here; empty if it is. */
    public static String whyNot() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return "the test bed needs root: it makes network namespaces";
        }
        return Files.isExecutable(TESTBED.resolve("testbed")) ? ""
                : "no test bed in " + TESTBED.toAbsolutePath() + " (-Dcaravan.testbed=FOLDER)";
    }

    /**
     * @param prefix prefix of its namespaces, so that several beds can coexist
     * @param management first three numbers of its management network: {@code 198.18.80}
     */
    public static EmulatedBed raise(String prefix, String management) {
        String[] other = System.getProperty("caravan.bed", "").split(","); // PREFIX,MANAGEMENT: for concurrent tests of two work trees
        return other.length == 2 ? raised(other[0], other[1]) : raised(prefix, management);
    }

    private static EmulatedBed raised(String prefix, String management) {
        try {
            testbed(prefix, management, "up");
            Path own = Files.createDirectories(Path.of("target/credentials").resolve(CREDENTIALS));
            Files.writeString(own.resolve("user"), "root\n");
            Files.write(own.resolve("known_hosts"), Files.readAllBytes(STATE.resolve("known_hosts")));
            Path key = own.resolve("id_ed25519");
            Files.write(key, Files.readAllBytes(STATE.resolve("id_ed25519")));
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
            return new EmulatedBed(prefix, management, new SshShell(SshSettings.of(own.getParent())));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("the test bed is not raised: " + e.getMessage(), e);
        }
    }

    /** Cuts a host's power and starts it again, keeping only its disk. Returns when the host answers SSH. */
    public void reboot(Host host) {
        try {
            testbed(prefix, management, "reboot", host.id());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("the host " + host.id() + " is not started again: " + e.getMessage(), e);
        }
    }

    private static void testbed(String prefix, String management, String verb, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(TESTBED.resolve("testbed").toString(), "--prefix", prefix,
                "--mgmt", management + ".0/24", "--state", STATE.toString(), verb));
        if (verb.equals("up")) {
            command.add(TESTBED.resolve("pair.toml").toString());
        }
        command.addAll(List.of(more));
        Path log = Path.of("target/testbed-" + verb + ".log").toAbsolutePath();
        int exitCode = Lifetime.limited(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start())
                .waitFor();
        if (exitCode != 0) {
            throw new IllegalStateException("testbed " + verb + ": " + Files.readString(log));
        }
    }

    public SshShell shell() {
        return shell;
    }

    /** The host of site {@code east}. */
    public Host east(String provider) {
        return new Host("pi-east-1", "raspberry-pi-3", provider, management + ".11", 22, CREDENTIALS);
    }

    /** The host of the other site; its own addresses end in .10. */
    public Host west(String provider) {
        return new Host("pi-west-1", "raspberry-pi-3", provider, management + ".12", 22, CREDENTIALS);
    }

    /** An unreachable host. */
    public Host away(String provider) {
        return new Host("pi-off", "raspberry-pi-3", provider, management + ".11", 9, CREDENTIALS);
    }

    /** Addresses of a copy with this slot at site {@code east}. */
    public static List<CopyAddress> addresses(int slot) {
        return addresses("east", 1, slot);
    }

    /** Addresses of a copy with this slot at site {@code west}, which has the same ISPs. */
    public static List<CopyAddress> westAddresses(int slot) {
        return addresses("west", 2, slot);
    }

    private static List<CopyAddress> addresses(String siteId, int site, int slot) {
        return List.of(
                address(siteId, "Fibre", IpFamily.IPV4, new Subnet("10.1." + site + ".0/24", "10.1." + site + ".1"), slot),
                address(siteId, "Adsl", IpFamily.IPV4, new Subnet("10.2." + site + ".0/24", "10.2." + site + ".1"), slot),
                address(siteId, "Fibre", IpFamily.IPV6, new Subnet("fd4e:1:" + site + "::/64", "fd4e:1:" + site + "::1"), slot));
    }

    private static CopyAddress address(String siteId, String ispId, IpFamily family, Subnet subnet, int slot) {
        return new CopyAddress(new AccessPoint(siteId, ispId, family), subnet.address(slot), subnet.prefixLength(), subnet.gateway());
    }

    /** Runs a script on a host without the adapter under test and returns its stripped output. Fails with the script's output. */
    public String on(Host host, String script) {
        CommandResult result = run(host, script);
        if (!result.succeeded()) {
            throw new AssertionError(script + "\n" + result);
        }
        return result.output().strip();
    }

    private CommandResult run(Host host, String script) {
        Machine machine = new Machine(host.id(), host.address(), host.port(), host.credentials());
        return shell.run(machine, "bash -eu -s", script.getBytes(StandardCharsets.UTF_8), TIMEOUT);
    }

    /**
     * Repeats a script on a host until its stripped output is as expected, and returns that. A script that fails is not there yet: a file
     * of a program that begins is missing, or a process has ended.
     *
     * @throws org.awaitility.core.ConditionTimeoutException with the last result if that takes longer than tests wait
     */
    public String awaitOn(Host host, String script, Predicate<String> expected) {
        return Awaitility.await(script).until(() -> run(host, script), result -> result.succeeded()
                && expected.test(result.output().strip())).output().strip();
    }

    /** Waits for a running process on a host whose id is in a file, and is another one than this. @return its id */
    public String awaitProcess(Host host, String file, String former) {
        return awaitOn(host, "pid=$(cat %s); kill -0 $pid; echo $pid".formatted(file), pid -> !pid.equals(former));
    }

    /**
     * Ends the processes whose ids a file on a host has, if they still run the given program, removes the file, and returns once they are
     * gone with their ports and devices.
     */
    void end(Host host, String file, String program) {
        on(host, """
                for pid in $(cat %1$s 2>/dev/null || true); do
                    if grep -qs %2$s /proc/$pid/cmdline; then kill $pid 2>/dev/null || true; fi
                    while grep -qs %2$s /proc/$pid/cmdline; do sleep 0.05; done
                done
                rm -f %1$s
                """.formatted(file, program));
    }

    @Override
    public void close() throws Exception {
        shell.close();
        testbed(prefix, management, "down");
    }
}
