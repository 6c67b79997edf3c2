package org.caravan.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.adapter.AdapterFault;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.testing.Lifetime;
import org.caravan.testing.RawTar;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the server refuses to send, and what a host does about a layer that a server sent nevertheless: with real scripts, on a folder in
 * place of a host.
 */
class LayerOnNodeTest {

    private static final Host HOST = new Host("pi-1", "pi-3", "lxc", "127.0.0.1", 22, "bed");
    private static final Architecture HERE = System.getProperty("os.arch").equals("aarch64") ? Architecture.ARM64 : Architecture.AMD64;
    private static final byte[] WITH_DEVICE = new RawTar().file("etc/hosts", "x").add(RawTar.device('4', "own-node-disk", 7, 6)).ended();

    /** By a shell between: what setpriv itself starts is found with the capabilities of root, which end only then. */
    private static final String ANOTHER = "setpriv --reuid 65534 --regid 65534 --clear-groups sh -c '%s'";

    @TempDir
    Path folder;

    private Path node;
    private LocalShell shell;
    private ImageRepository repository;

    @BeforeEach
    void prepare() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/zstd")), "SKIPPED: needs zstd");
        Assumptions.assumeTrue(said("id -u").equals("0"), "SKIPPED: needs root, as a host's scripts do");
        node = Files.createDirectories(folder.resolve("node"));
        shell = new LocalShell(node);
        repository = new ImageRepository(folder.resolve("images"), Clock.systemUTC());
    }

    private static String said(String command) throws Exception {
        Process process = Lifetime.limited(new ProcessBuilder("bash", "-c", command).redirectErrorStream(true).start());
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said.strip();
    }

    private Path packed(byte[] tar) throws Exception {
        Path file = Files.write(folder.resolve("layer.tar"), tar);
        said("zstd -qf '%s'".formatted(file));
        return folder.resolve("layer.tar.zst");
    }

    /** As a server sends it that has checked nothing, or lies. */
    private ContentDigest unpack(byte[] tar, Map<String, String> otherwise) throws Exception {
        Path file = packed(tar);
        ContentDigest digest = ContentDigest.of(file);
        Files.createDirectories(node.resolve("incoming"));
        Files.copy(file, node.resolve("incoming/part"), StandardCopyOption.REPLACE_EXISTING);
        Map<String, String> variables = new HashMap<>(Map.of("LAYER", digest.hex(), "KIND", "container", "PART", "part", "SUM",
                digest.hex(), "FROM", "",
                "TAR", digest.hex(), "TAR_BYTES", "" + tar.length, "DISK_BYTES", "" + tar.length, "ENTRIES", "3"));
        variables.putAll(otherwise);
        new HostCalls(shell, HOST).run("unpack", variables, Duration.ofMinutes(1));
        return digest;
    }

    private AdapterFault refusal(byte[] tar, Map<String, String> otherwise) {
        AdapterFault fault = catchThrowableOfType(AdapterFault.class, () -> unpack(tar, otherwise));
        assertThat(fault).hasMessageContaining("\nMaybe ");
        assertThat(node.resolve("layers")).as("nothing of it stays").isEmptyDirectory();
        return fault;
    }

    /**
     * The review's finding C2: the layer of an older data folder, or of image-build, is in the repository without having come through it.
     */
    @Test
    void aLayerWithADeviceIsNotSent() throws Exception {
        Path file = packed(WITH_DEVICE);
        Layer layer = new Layer(ContentDigest.of(file), Files.size(file));
        Files.createDirectories(folder.resolve("images/layers"));
        Files.move(file, folder.resolve("images/layers/sha256-" + layer.digest().hex() + ".tar.zst"));
        repository.publish(new ImageManifest("shop/evil", ImageKind.CONTAINER, HERE, List.of(layer), List.of("/x"), Map.of()));
        ImageDelivery delivery = new ImageDelivery(shell, repository, folder.resolve("differences"), TransferSettings.DEFAULT,
                TransferRate.UNLIMITED, progress -> { });
        AdapterFault fault = catchThrowableOfType(AdapterFault.class,
                () -> delivery.deliver(HOST, "shop/evil", ImageKind.CONTAINER, Priority.DEPLOYMENT));
        assertThat(fault).hasMessageContaining("is refused: the entry (own-node-disk) is a device.\nMaybe leave it out");
        assertThat(shell.sent).hasValue(0);
    }

    @Test
    void aHostRefusesADeviceThatAServerSendsIt() throws Exception {
        assertThat(refusal(WITH_DEVICE, Map.of())).hasMessageContaining("holds a device, which the host (pi-1) refuses")
                .hasMessageContaining("own-node-disk");
        assertThat(refusal(new RawTar().add(RawTar.device('3', "x", 10, 237)).ended(), Map.of())).hasMessageContaining("holds a device");
        ContentDigest fit = unpack(new RawTar().add(RawTar.device('3', "gone", 0, 0)).ended(), Map.of());
        assertThat(said("stat -c %%t:%%T '%s'".formatted(node.resolve("layers/" + fit.hex() + "/gone")))).as("a deletion").isEqualTo("0:0");
    }

    /** The review's finding H1. */
    @Test
    void noOtherUserOfTheHostCanRunOrReadWhatLayersHold() throws Exception {
        byte[] tar = new RawTar().add(RawTar.file("id", 24).withMode(06755), "#!/bin/sh\nexec id -u -r\n".getBytes(StandardCharsets.UTF_8))
                .add(RawTar.folder("shared/").withMode(02775)).add(RawTar.folder("tmp/").withMode(01777)).ended();
        ContentDigest layer = unpack(tar, Map.of());
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x")); // as /var/lib is
        Path file = node.resolve("layers/" + layer.hex() + "/id");
        assertThat(said(ANOTHER.formatted(file))).contains("Permission denied");
        assertThat(said(ANOTHER.formatted("cat " + node.resolve("packed/" + layer.hex() + ".tar.zst")))).contains("Permission denied");
        assertThat(said("stat -c %%a '%s' '%s' '%s'".formatted(file, file.resolveSibling("shared"), file.resolveSibling("tmp"))).lines())
                .as("rights that running it gives are gone, those of folders stay").containsExactly("755", "2775", "1777");
        assertThat(said("stat -c %%a '%1$s' '%1$s/layers' '%1$s/packed' '%1$s/incoming'".formatted(node)).lines())
                .containsExactly("711", "700", "700", "700");
    }

    @Test
    void attributesThatDirectTheKernelAreNotTakenOver() throws Exception {
        ContentDigest layer = unpack(new RawTar().pax(join(RawTar.record("SCHILY.xattr.trusted.overlay.opaque", "y"),
                RawTar.record("SCHILY.xattr.user.note", "kept")))
                .add(RawTar.folder("etc/")).ended(), Map.of());
        Path etc = node.resolve("layers/" + layer.hex() + "/etc");
        assertThat(said(
                "perl -e 'my $b = \"\\0\" x 64; my $n = syscall(191, $ARGV[0], $ARGV[1], $b, 64); print $n' '%s' trusted.overlay.opaque"
                .formatted(etc))).isEqualTo("-1");
        Assumptions.assumeTrue(Files.getFileStore(etc).supportsFileAttributeView("user"),
                "SKIPPED: no attributes of users on this file system");
        assertThat(Files.getAttribute(etc, "user:note")).isEqualTo("kept".getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] join(byte[] first, byte[] second) {
        byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    @Test
    void aLayerTakesNoMoreOfTheDiskThanWasAnnounced() throws Exception {
        byte[] large = new RawTar().add(RawTar.file("zeros", 5_000_000), new byte[5_000_000]).ended();
        assertThat(refusal(large, Map.of("TAR_BYTES", "1000000"))).hasMessageContaining("more than the 1000000 bytes that were announced");
        assertThat(node.resolve("incoming")).isEmptyDirectory();
        AdapterFault full = refusal(large, Map.of("DISK_BYTES", "1000000000000000"));
        assertThat(full.kind()).isEqualTo(AdapterFault.Kind.NO_CAPACITY);
        assertThat(full).hasMessageContaining("no room");
    }

    @Test
    void layersOfAnEarlierReleaseAreLookedThroughOnNextUse() throws Exception {
        Path old = Files.createDirectories(node.resolve("layers/" + "a".repeat(64)));
        Path shifted = Files.createDirectories(node.resolve("shifted/" + "a".repeat(64)));
        said(("chmod 755 '%1$s' '%1$s'/*; cd '%2$s'; echo x >id; chmod 6755 id; mknod disk b 7 6; mknod gone c 0 0; mknod loop c 10 237; "
                + "cp -a . '%3$s'").formatted(node, old, shifted));
        assertThat(said("ls '%s'".formatted(shifted))).contains("disk");
        new HostCalls(shell, HOST).run("holdings", Map.of(), Duration.ofMinutes(1));
        for (Path each : List.of(old, shifted)) {
            assertThat(said("cd '%s'; ls; stat -c %%a id".formatted(each)).lines()).containsExactly("gone", "id", "755");
        }
        assertThat(said("stat -c %%a '%1$s' '%1$s/layers' '%1$s/shifted'".formatted(node)).lines()).containsExactly("711", "700", "700");
        assertThat(old.resolveSibling("a".repeat(64) + ".fit")).as("once").exists();
    }
}
