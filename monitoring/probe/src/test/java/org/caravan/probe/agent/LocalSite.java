package org.caravan.probe.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.infrastructure.Vantage;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbePoint;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;

/**
 * A machine whose home is a folder of this one. Its shell is real; ping and ip are stand-ins, since one machine has no two ISPs: ping says
 * what a real one said, which was captured. Real lines are those of the test bed (examples/measuring).
 */
final class LocalSite implements Shell {

    /** Two sites, each with a vantage. */
    static final class Ends {

        static final Infrastructure INFRASTRUCTURE = new Infrastructure("two", List.of(), List.of(site("bergen", 1), site("narvik", 2)));
        static final ProbeOrder.IdleRtt PING = new ProbeOrder.IdleRtt(point("bergen", 1), point("narvik", 2), 16);

        private Ends() {}

        private static Site site(String id, int index) {
            Isp isp = new Isp("isp", Map.of(IpFamily.IPV4, new Subnet("10.91." + index + ".0/24", "10.91." + index + ".1")));
            return new Site(id, SiteKind.USERS, "NO", new Position(60, 5), List.of(isp), List.of(),
                    Optional.of(new Vantage("vantage-" + id, "127.0.0.1", 22, "none")));
        }

        private static ProbePoint point(String id, int index) {
            return new ProbePoint(new AccessPoint(id, "isp", IpFamily.IPV4), "vantage-" + id, "10.91." + index + ".10");
        }
    }

    static final String MACHINE_ID = "vantage-bergen";

    private final Path home;
    private final Path tools;
    private String path = "";

    LocalSite(Path folder) throws IOException {
        home = Files.createDirectory(folder.resolve("home"));
        tools = Files.createDirectory(folder.resolve("tools"));
        path = tools + ":" + System.getenv("PATH");
        tool("ip", "echo '10.91.2.10 from 10.91.1.10 via 10.91.1.1 dev eth0'");
        tool("ping", "cat " + Path.of("src/test/resources/captured/ping-ipv4.txt").toAbsolutePath());
    }

    void tool(String name, String does) throws IOException {
        Path program = tools.resolve(name);
        Files.writeString(program, "#!/bin/sh\n" + does + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** The same with tools in another folder only. */
    LocalSite searching(String otherPath) {
        path = otherPath;
        return this;
    }

    /** The probe agent's own folder. */
    Path folder() {
        return home.resolve(".caravan/lookout-test-" + MACHINE_ID);
    }

    /** The probe agent's process, where one holds the lock. */
    boolean running() {
        return !run(new Machine(MACHINE_ID, "127.0.0.1", 22, "none"), "flock -n " + folder().resolve("running") + " true",
                Duration.ofSeconds(10)).succeeded();
    }

    @Override
    public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
        try {
            // No pipes: what a visit leaves behind would hold them open, as it would a channel of SSH.
            Path out = Files.createTempFile(tools, "out", "");
            Path errors = Files.createTempFile(tools, "err", "");
            ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command).redirectOutput(out.toFile())
                    .redirectError(errors.toFile());
            builder.environment().put("HOME", home.toString());
            builder.environment().put("PATH", path);
            Process process = builder.start();
            process.getOutputStream().close();
            process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return new CommandResult(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8),
                    Files.readString(errors, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void upload(Machine machine, Path local, String remote, Duration timeout) {
        throw new UnsupportedOperationException("a probe agent brings no files");
    }

    @Override
    public void close() {}
}
