package org.caravan.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import org.caravan.infrastructure.Architecture;
import org.caravan.testing.Lifetime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Over a line of 10 Mbit/s and 44 ms of the test bed, by OpenSSH on its node. Layers of {@code -Dcaravan.layers=FROM,TO}
 * (files of layers that differ as two builds do) give the figures of bench/images.md.
 */
@Tag("slow")
class SlowLineTest {

    private static final Path TESTBED = Path.of("../../examples/testbed/testbed");
    private static final Path WORK = Path.of("target/slow-line").toAbsolutePath();
    private static final Path STATE = WORK.resolve("bed");
    private static final String ADDRESS = "10.1.1.11";
    private static final String PREFIX = "cvi";

    private static ImageRepository repository;

    @BeforeAll
    static void raise() throws Exception {
        if (!"root".equals(System.getProperty("user.name")) || !Files.isExecutable(TESTBED)
                || !Files.isExecutable(Path.of("/usr/bin/zstd"))) {
            abort("needs root, zstd and the test bed");
        }
        Files.createDirectories(WORK);
        testbed("--mgmt", "198.18.90.0/24", "up", Path.of("src/test/resources/org/caravan/transfer/slow-line.toml").toAbsolutePath()
                .toString());
        // The bed's own SSH server answers on the management network alone, which has no slow line.
        testbed("exec", "pi-edge-1", "--", "/usr/sbin/sshd", "-o", "ListenAddress=" + ADDRESS, "-o", "PidFile=/run/sshd-line.pid", "-E",
                "/var/log/sshd-line.log");
        Path own = Files.createDirectories(WORK.resolve("credentials/bed"));
        Files.writeString(own.resolve("user"), "root\n");
        Files.writeString(own.resolve("known_hosts"), Files.readString(STATE.resolve("known_hosts")).lines().findFirst().orElseThrow()
                .replaceFirst("^\\S+", ADDRESS) + "\n");
        Files.write(own.resolve("id_ed25519"), Files.readAllBytes(STATE.resolve("id_ed25519")));
        Files.setPosixFilePermissions(own.resolve("id_ed25519"), PosixFilePermissions.fromString("rw-------"));
        repository = new ImageRepository(WORK.resolve("images"), Clock.systemUTC());
    }

    @AfterAll
    static void raze() throws Exception {
        if (repository != null) {
            testbed("down");
        }
    }

    @Test
    void afterACutOnlyWhatIsMissingGoesOverTheLine() throws Exception {
        Layer layer = noise(1, 8_000_000, 1);
        publish("test/cut", layer);
        long before = received();
        Sending sending = new Sending("test/cut");
        sending.await("there ([3-9]\\d{6}) .*");
        testbed("degrade", "edge", "loss", "100%");
        sending.await("(broken) .*");
        testbed("restore");
        String seconds = sending.await("done (.*)");
        long sent = received() - before;
        System.out.printf("cut in the middle and completed: layer %d bytes, over the line %d bytes (%.2f of it) in %s s%n",
                layer.size(), sent,
                (double) sent / layer.size(), seconds);
        // Headers of Ethernet, IP, TCP and SSH are 5 %; a piece of 2 s may be sent twice; from the beginning it would be 1.4 and more.
        assertThat(sent).isLessThan(layer.size() * 105 / 100 + 2_600_000);
        assertThat(node("ls", "/var/lib/caravan/layers")).contains(layer.digest().hex());
    }

    @Test
    void aDifferenceTakesAFractionOfTheTime() throws Exception {
        String given = System.getProperty("caravan.layers", "");
        Layer before = given.isEmpty() ? noise(2, 7_000_000, 2) : layer(Path.of(given.split(",")[0]));
        Layer after = given.isEmpty() ? noise(2, 7_000_000, 40_000) : layer(Path.of(given.split(",")[1]));
        String[] names = {"test/before", "test/after"};
        publish(names[0], before);
        publish(names[1], after);
        long start = received();
        String whole = new Sending(names[0]).await("done (.*)");
        long wholeBytes = received() - start;
        Sending second = new Sending(names[1]);
        second.await("there \\d+ of (\\d+) difference");
        String difference = second.await("done (.*)");
        long differenceBytes = received() - start - wholeBytes;
        System.out.printf("whole layer: %d bytes, over the line %d bytes in %s s%n", before.size(), wholeBytes, whole);
        System.out.printf("difference to a layer of %d bytes: over the line %d bytes in %s s, making it included%n", after.size(),
                differenceBytes, difference);
        assertThat(differenceBytes).isLessThan(wholeBytes * 7 / 10);
        assertThat(node("ls", "/var/lib/caravan/layers")).contains(after.digest().hex());
    }

    /** The process that sends, in the network of the server's site. */
    private static final class Sending {

        private final BufferedReader output;
        private final List<String> said = new ArrayList<>();

        Sending(String image) throws IOException {
            output = new ProcessBuilder("ip", "netns", "exec", PREFIX + "-vantage-server",
                    Path.of(System.getProperty("java.home"), "bin/java").toString(),
                    "-Xmx128m", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), SendOnce.class.getName(),
                    WORK.resolve("images").toString(), WORK.resolve("credentials").toString(), ADDRESS, image)
                    .redirectErrorStream(true).start().inputReader(StandardCharsets.UTF_8);
        }

        String await(String pattern) throws IOException {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                said.add(line);
                if (line.matches(pattern)) {
                    return line.replaceFirst(pattern, "$1");
                }
            }
            throw new AssertionError("it ended without saying " + pattern + ": " + said);
        }
    }

    private static Layer noise(long seed, int bytes, int changed) throws Exception {
        byte[] content = new byte[bytes];
        new Random(seed).nextBytes(content);
        byte[] middle = new byte[changed];
        new Random(changed).nextBytes(middle);
        System.arraycopy(middle, 0, content, bytes / 2, changed);
        Path tree = Files.createDirectories(WORK.resolve("tree"));
        Files.write(tree.resolve("content"), content);
        Path packed = WORK.resolve("packed.tar.zst");
        run("tar", "-I", "zstd -q", "--mtime=@0", "-C", tree.toString(), "-cf", packed.toString(), "content");
        return layer(packed);
    }

    private static Layer layer(Path packed) throws Exception {
        Path tar = WORK.resolve("layer.tar");
        run("zstd", "-dqf", packed.toString(), "-o", tar.toString());
        Layer layer = new Layer(ContentDigest.of(packed), Files.size(packed),
                Optional.of(new Layer.Unpacked(ContentDigest.of(tar), Files.size(tar))));
        Path staged = Files.copy(packed, WORK.resolve("staged"), StandardCopyOption.REPLACE_EXISTING);
        repository.layers().keep(staged, ImageKind.CONTAINER, layer.digest());
        return layer;
    }

    private static void publish(String name, Layer layer) {
        Architecture here = System.getProperty("os.arch").equals("aarch64") ? Architecture.ARM64 : Architecture.AMD64;
        repository.publish(new ImageManifest(name, ImageKind.CONTAINER, here, List.of(layer), List.of("/x"), Map.of()));
    }

    private static long received() throws Exception {
        return Long.parseLong(node("cat", "/sys/class/net/br0/statistics/rx_bytes").strip());
    }

    private static String node(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("exec", "pi-edge-1", "--"));
        command.addAll(List.of(words));
        return testbed(command.toArray(String[]::new));
    }

    private static String testbed(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(TESTBED.toString(), "--prefix", PREFIX, "--state", STATE.toString()));
        command.addAll(List.of(words));
        return run(command.toArray(String[]::new));
    }

    private static String run(String... command) throws Exception {
        Process process = Lifetime.limited(new ProcessBuilder(command).redirectErrorStream(true).start());
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(String.join(" ", command) + ": " + said).isZero();
        return said;
    }
}
