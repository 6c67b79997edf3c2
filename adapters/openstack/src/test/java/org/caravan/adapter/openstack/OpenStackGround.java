package org.caravan.adapter.openstack;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
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
import tools.jackson.databind.JsonNode;

/** The real control plane, its credentials, and an SSH key of the test. */
class OpenStackGround implements MachineGround {

    private static final String FIRST_BOOT = "#!/bin/sh\ncd /srv && exec python3 -m http.server 8080 --bind ::\n";
    private static final String WRONG = "not-the-password";

    final Path credentials;
    private final Path key;
    private final Witness witness;
    private Optional<String> foreign = Optional.empty();

    OpenStackGround() {
        try {
            Path folder = Files.createTempDirectory("openstack");
            folder.toFile().deleteOnExit();
            credentials = Files.createDirectory(folder.resolve("credentials"));
            for (String name : List.of("openstack", "openstack-full")) {
                Path theirs = Path.of(ControlPlane.status("credentials")).resolve(name);
                account(name, Files.readString(theirs.resolve("openstack")));
                Files.copy(theirs.resolve("prices"), credentials.resolve(name).resolve("prices"));
            }
            account("wrong", "user=demo\nproject=demo\npassword=" + WRONG + "\n");
            key = folder.resolve("id_ed25519");
            run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "contract", "-f", key.toString());
            String password = Files.readAllLines(credentials.resolve("openstack/openstack")).stream()
                    .filter(line -> line.startsWith("password=")).findFirst().orElseThrow().substring("password=".length());
            witness = new Witness(ControlPlane.status("endpoint"), "demo", password);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void account(String name, String text) throws IOException {
        Path file = Files.createDirectory(credentials.resolve(name)).resolve("openstack");
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text);
    }

    @Override
    public MachineCloud connect() {
        return new OpenStackCloud(OpenStackSettings.of(credentials));
    }

    Region region(String endpoint, String credentials) {
        return new Region("openstack", Optional.of(endpoint), ControlPlane.status("region"), Optional.of(ControlPlane.status("network")), credentials);
    }

        final String networkId(String name) {
        return idOf(witness.get("network", "/v2.0/networks").path("networks"), name);
    }

    @Override
    public Region region() {
        return region(ControlPlane.status("endpoint"), "openstack");
    }

    @Override
    public Region regionWithoutQuota() {
        return region(ControlPlane.status("endpoint"), "openstack-full");
    }

    @Override
    public Region regionWithWrongPassword() {
        return region(ControlPlane.status("endpoint"), "wrong");
    }

    @Override
    public String password() {
        return WRONG;
    }

    @Override
    public Region unreachableRegion() {
        return region("http://127.0.40.1:9", "openstack");
    }

    @Override
    public MachineOrder order(String hostId) {
        return order(hostId, "m1.small");
    }

    @Override
    public MachineOrder orderWithoutRoom(String hostId) {
        return order(hostId, "m1.vast");
    }

    private MachineOrder order(String hostId, String offer) {
        try {
            String publicKey = Files.readString(key.resolveSibling("id_ed25519.pub")).strip();
            return new MachineOrder(new MachineLabel(INFRASTRUCTURE, hostId), offer, ControlPlane.status("image"), publicKey, FIRST_BOOT);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String otherOffer() {
        return "m1.medium";
    }

    /** Outside of what Neutron gives by itself. */
    @Override
    public String freeAddress(IpFamily family, int number) {
        return family == IpFamily.IPV4 ? ControlPlane.status("private").replaceAll("\\.0/.*", "." + (200 + number))
                : ControlPlane.status("private6").replaceAll("::/.*", "::c:" + number);
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
        String image = witness.get("compute", "/images").path("images").get(0).path("id").asString();
        String flavor = idOf(witness.get("compute", "/flavors").path("flavors"), "m1.tiny");
        String network = networkId(ControlPlane.status("network"));
        foreign = Optional.of(witness.post("compute", "/servers", """
                {"server": {"name": "foreign", "imageRef": "%s", "flavorRef": "%s", "networks": [{"uuid": "%s"}]}}
                """.formatted(image, flavor, network)).path("server").path("id").asString());
    }

    private static String idOf(JsonNode elements, String name) {
        for (JsonNode element : elements) {
            if (element.path("name").asString().equals(name)) {
                return element.path("id").asString();
            }
        }
        throw new AssertionError("no " + name + " in " + elements);
    }

    @Override
    public void endForeignMachine() {
        foreign.ifPresent(id -> witness.delete("compute", "/servers/" + id));
        foreign = Optional.empty();
    }

    @Override
    public List<String> remainsOf(MachineLabel label) {
        List<String> words = wordsOf(label);
        List<String> remains = new ArrayList<>(witness.traces(words));
        remains.addAll(Witness.containers(Path.of(ControlPlane.status("ground")), words));
        return remains;
    }

    /** One of them is in the description of everything that belongs to the machine. */
    List<String> wordsOf(MachineLabel label) {
        return List.of(label.infrastructure() + "/" + label.hostId() + "\"", label.infrastructure() + "-" + label.hostId() + "\"");
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
