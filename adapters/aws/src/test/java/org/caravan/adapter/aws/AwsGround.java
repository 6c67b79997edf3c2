package org.caravan.adapter.aws;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.caravan.adapter.testkit.MachineGround;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine;
import org.caravan.unit.Bytes;

/** The emulated EC2, its access keys, and an SSH key of the test. */
final class AwsGround implements MachineGround {

    private static final String FIRST_BOOT = "#!/bin/sh\ncd /srv && exec python3 -m http.server 8080 --bind ::\n";
    private static final String WRONG = "not/the/secret";
    private static final String FULL_OFFER = "t3.2xlarge";

    private final Path credentials;
    private final Path key;
    private final Witness witness;
    private Optional<String> foreign = Optional.empty();

    AwsGround() {
        try {
            Path folder = Files.createTempDirectory("aws");
            folder.toFile().deleteOnExit();
            credentials = Files.createDirectory(folder.resolve("credentials"));
            accessKey("aws", key("caravan", "id"), key("caravan", "secret"));
            accessKey("aws-full", key("without-quota", "id"), key("without-quota", "secret"));
            accessKey("wrong", key("caravan", "id"), WRONG);
            key = folder.resolve("id_ed25519");
            run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "contract", "-f", key.toString());
            Path machines = Path.of(EmulatedEc2.connection("machines"));
            Files.writeString(machines.resolve("faults.json"), "{\"no_capacity\": [\"" + FULL_OFFER + "\"]}");
            witness = new Witness(EmulatedEc2.connection("endpoint"), EmulatedEc2.connection("region"),
                    key("caravan", "id"), key("caravan", "secret"), machines);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String key(String name, String field) {
        return EmulatedEc2.connection().path("keys").path(name).path(field).asString();
    }

    private void accessKey(String name, String id, String secret) throws IOException {
        Path file = Files.createDirectory(credentials.resolve(name)).resolve("aws");
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, "[default]\naws_access_key_id = " + id + "\naws_secret_access_key = " + secret + "\n");
    }

    Witness witness() {
        return witness;
    }

    @Override
    public MachineCloud connect() {
        return new AwsCloud(new AwsSettings(credentials, Duration.ofSeconds(60), Duration.ofSeconds(30), Bytes.ofMebi(8 * 1024), 0.92,
                EmulatedEc2::isLoopback));
    }

    private Region region(String endpoint, String credentials) {
        return new Region("aws", Optional.of(endpoint), EmulatedEc2.connection("region"), Optional.of(EmulatedEc2.connection("subnet")), credentials);
    }

    @Override
    public Region region() {
        return region(EmulatedEc2.connection("endpoint"), "aws");
    }

    /** Of another account, whose default network it is. */
    @Override
    public Region regionWithoutQuota() {
        return new Region("aws", Optional.of(EmulatedEc2.connection("endpoint")), EmulatedEc2.connection("region"), Optional.empty(), "aws-full");
    }

    @Override
    public Region regionWithWrongPassword() {
        return region(EmulatedEc2.connection("endpoint"), "wrong");
    }

    @Override
    public String password() {
        return WRONG;
    }

    @Override
    public Region unreachableRegion() {
        return region("http://127.0.50.1:9", "aws");
    }

    @Override
    public MachineOrder order(String hostId) {
        return order(hostId, "t3.large"); // one that may have 12 addresses
    }

    @Override
    public MachineOrder orderWithoutRoom(String hostId) {
        return order(hostId, FULL_OFFER);
    }

    private MachineOrder order(String hostId, String offer) {
        try {
            String publicKey = Files.readString(key.resolveSibling("id_ed25519.pub")).strip();
            return new MachineOrder(new MachineLabel(INFRASTRUCTURE, hostId), offer, EmulatedEc2.connection("image"), publicKey, FIRST_BOOT);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String otherOffer() {
        return "t3.xlarge";
    }

    /** Beyond what EC2 gives by itself. */
    @Override
    public String freeAddress(IpFamily family, int number) {
        return family == IpFamily.IPV4 ? EmulatedEc2.connection("ipv4").replaceAll("\\.0\\.0/.*", ".9." + number)
                : EmulatedEc2.connection("ipv6").replaceAll("::/.*", "::c:" + number);
    }

    @Override
    public boolean answers(String address, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public String overSsh(ObservedMachine machine, String command) {
        return run("ssh", "-i", key.toString(), "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
                "-o", "LogLevel=ERROR", "-o", "ConnectTimeout=10", machine.user() + "@" + machine.sshAddress().orElseThrow(), command).strip();
    }

    @Override
    public void startForeignMachine() {
        foreign = Optional.of(witness.startForeign(EmulatedEc2.connection("image"), EmulatedEc2.connection("subnet")));
    }

    @Override
    public void endForeignMachine() {
        foreign.ifPresent(witness::end);
        foreign = Optional.empty();
    }

    @Override
    public List<String> remainsOf(MachineLabel label) {
        return witness.traces(label);
    }

    private static String run(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectInput(new File("/dev/null")).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new AssertionError(String.join(" ", command) + ": " + said);
            }
            return said;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
