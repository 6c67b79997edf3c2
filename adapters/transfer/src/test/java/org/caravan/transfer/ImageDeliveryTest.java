package org.caravan.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.caravan.adapter.AdapterFault;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.testing.Lifetime;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real scripts, on a folder in place of a host. */
class ImageDeliveryTest {

    private static final Host HOST = new Host("pi-1", "pi-3", "lxc", "127.0.0.1", 22, "bed");
    private static final Architecture HERE = System.getProperty("os.arch").equals("aarch64") ? Architecture.ARM64 : Architecture.AMD64;

    @TempDir
    Path folder;

    private final List<TransferProgress> told = Collections.synchronizedList(new ArrayList<>());
    private LocalShell shell;
    private ImageRepository repository;
    private Path node;

    @BeforeEach
    void prepare() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/zstd"))
                && Files.isExecutable(Path.of("/usr/bin/dd")), "needs zstd and coreutils");
        node = Files.createDirectories(folder.resolve("node"));
        shell = new LocalShell(node);
        repository = new ImageRepository(folder.resolve("images"), Clock.systemUTC());
    }

    private ImageDelivery delivery(TransferRate pace) {
        return new ImageDelivery(shell, repository, folder.resolve("differences"),
                TransferSettings.DEFAULT.withPatience(Duration.ofSeconds(20)), pace, told::add);
    }

    /** A layer of one file: noise from the seed, of which the last {@code changed} bytes are different noise. */
    private Layer layer(int bytes, int changed) throws Exception {
        byte[] content = new byte[bytes];
        new Random(1).nextBytes(content);
        byte[] tail = new byte[changed];
        new Random(changed).nextBytes(tail);
        System.arraycopy(tail, 0, content, bytes - changed, changed);
        Path tree = Files.createDirectories(folder.resolve("tree"));
        Files.write(tree.resolve("content"), content);
        Path tar = folder.resolve("layer.tar");
        run("tar", "--mtime=@0", "--numeric-owner", "-C", tree.toString(), "-cf", tar.toString(), "content");
        Path packed = folder.resolve("layer.tar.zst");
        run("zstd", "-qf", tar.toString(), "-o", packed.toString());
        Layer layer = new Layer(ContentDigest.of(packed), Files.size(packed),
                Optional.of(new Layer.Unpacked(ContentDigest.of(tar), Files.size(tar))));
        repository.layers().keep(packed, ImageKind.CONTAINER, layer.digest());
        return layer;
    }

    private static void run(String... command) throws Exception {
        assertThat(Lifetime.limited(new ProcessBuilder(command).inheritIO().start()).waitFor()).isZero();
    }

    private void publish(String name, Architecture architecture, Layer... layers) {
        repository.publish(new ImageManifest(name, ImageKind.CONTAINER, architecture, List.of(layers), List.of("/x"), Map.of()));
    }

    @Test
    void aLayerIsBroughtOnce() throws Exception {
        Layer layer = layer(300_000, 0);
        publish("shop/web", HERE, layer);
        ImageDelivery delivery = delivery(TransferRate.UNLIMITED);
        ImageManifest image = delivery.deliver(HOST, "shop/web", ImageKind.CONTAINER, Priority.DEPLOYMENT);
        delivery.deliver(HOST, "shop/web", ImageKind.CONTAINER, Priority.DEPLOYMENT);
        assertThat(node.resolve("layers/" + layer.digest().hex() + "/content")).hasSize(300_000);
        assertThat(node.resolve("incoming")).isEmptyDirectory();
        assertThat(shell.sent).hasValue(layer.size());
        assertThat(delivery.layers(HOST)).containsExactly(layer.digest());
        assertThat(image).isEqualTo(delivery.manifest(HOST, "shop/web", ImageKind.CONTAINER));
        TransferProgress last = told.get(told.size() - 1);
        assertThat(last).isEqualTo(new TransferProgress("pi-1", "shop/web", layer.digest(), Priority.DEPLOYMENT, layer.size(), layer.size(),
                layer.size(), false, TransferProgress.State.DONE));
    }

    @Test
    void afterACutOnlyWhatIsMissingIsSent() throws Exception {
        Layer layer = layer(3_000_000, 0);
        publish("shop/web", HERE, layer);
        shell.cutAfter = 1_000_000;
        shell.callsWhileCut = 2;
        delivery(TransferRate.UNLIMITED).deliver(HOST, "shop/web", ImageKind.CONTAINER, Priority.DEPLOYMENT);
        assertThat(node.resolve("layers/" + layer.digest().hex() + "/content")).hasSize(3_000_000);
        assertThat(shell.sent.get()).as("one piece at most is sent again").isLessThanOrEqualTo(layer.size() + 1_000_000);
    }

    @Test
    void anotherServerGoesOnWhereTheFirstWasKilled() throws Exception {
        Layer layer = layer(3_000_000, 0);
        publish("shop/web", HERE, layer);
        Files.createDirectories(node.resolve("incoming"));
        byte[] whole = Files.readAllBytes(repository.layers().find(layer.digest()).orElseThrow());
        Files.write(node.resolve("incoming/" + layer.digest().hex()), Arrays.copyOf(whole, 2_000_000));
        delivery(TransferRate.UNLIMITED).deliver(HOST, "shop/web", ImageKind.CONTAINER, Priority.DEPLOYMENT);
        assertThat(shell.sent).hasValue(layer.size() - 2_000_000);
    }

    @Test
    void aDamagedPartIsThrownAwayAndTheNextAttemptBringsIt() throws Exception {
        Layer layer = layer(300_000, 0);
        publish("shop/web", HERE, layer);
        Files.createDirectories(node.resolve("incoming"));
        Files.write(node.resolve("incoming/" + layer.digest().hex()), new byte[100_000]);
        ImageDelivery delivery = delivery(TransferRate.UNLIMITED);
        AdapterFault fault = fault(() -> delivery.deliver(HOST, "shop/web", ImageKind.CONTAINER, Priority.DEPLOYMENT));
        assertThat(fault).hasMessageContaining("arrived damaged on the host (pi-1)");
        assertThat(fault.retriable()).isTrue();
        delivery.deliver(HOST, "shop/web", ImageKind.CONTAINER, Priority.DEPLOYMENT);
        assertThat(delivery.layers(HOST)).containsExactly(layer.digest());
    }

    @Test
    void aDifferenceGoesOverASlowLineWhereTheHostHasTheLayerBefore() throws Exception {
        Layer before = layer(5_100_000, 1);
        Layer after = layer(5_100_000, 50_000);
        publish("shop/web", HERE, before);
        delivery(TransferRate.UNLIMITED).deliver(HOST, "shop/web", ImageKind.CONTAINER, Priority.DEPLOYMENT);
        publish("shop/web", HERE, after);
        shell.sent.set(0);
        // A new delivery has not seen how quick this line is, and assumes a slow one.
        delivery(TransferRate.UNLIMITED).deliver(HOST, "shop/web", ImageKind.CONTAINER, Priority.DEPLOYMENT);
        assertThat(shell.sent.get()).isLessThan(200_000);
        assertThat(told.get(told.size() - 1).difference()).isTrue();
        assertThat(node.resolve("layers/" + after.digest().hex() + "/content")).hasSize(5_100_000);
        assertThat(node.resolve("packed")).isDirectoryContaining(file -> file.endsWith(after.digest().hex() + ".tar.zst"));
        Layer third = layer(5_100_000, 60_000);
        publish("shop/web", HERE, third);
        run("zstd", "-qf", "/etc/hostname", "-o", node.resolve("packed/" + after.digest().hex() + ".tar.zst").toString());
        Files.delete(node.resolve("packed/" + before.digest().hex() + ".tar.zst"));
        assertThat(fault(() -> delivery(TransferRate.UNLIMITED).deliver(HOST, "shop/web", ImageKind.CONTAINER, Priority.DEPLOYMENT)))
                .hasMessageContaining("does not fit");
        delivery(TransferRate.UNLIMITED).deliver(HOST, "shop/web", ImageKind.CONTAINER, Priority.DEPLOYMENT);
        assertThat(told.get(told.size() - 1).difference()).isFalse();
    }

    @Test
    void aUnikernelIsOneFile() throws Exception {
        Path kernel = Files.writeString(folder.resolve("kernel"), "ELF");
        Layer layer = new Layer(ContentDigest.of(kernel), 3);
        repository.layers().keep(kernel, ImageKind.UNIKERNEL, layer.digest());
        repository.publish(new ImageManifest("shop/uni", ImageKind.UNIKERNEL, HERE, List.of(layer), List.of(), Map.of()));
        delivery(TransferRate.UNLIMITED).deliver(HOST, "shop/uni", ImageKind.UNIKERNEL, Priority.DEPLOYMENT);
        assertThat(node.resolve("layers/" + layer.digest().hex() + "/kernel")).hasContent("ELF");
        assertThat(fault(() -> delivery(TransferRate.UNLIMITED).manifest(HOST, "shop/uni", ImageKind.CONTAINER)).kind())
                .isEqualTo(AdapterFault.Kind.UNSUPPORTED);
    }

    @Test
    void theHostGetsTheImageOfItsArchitectureOrIsRefused() throws Exception {
        Layer layer = layer(1000, 0);
        Architecture other = HERE == Architecture.AMD64 ? Architecture.ARM64 : Architecture.AMD64;
        publish("shop/web", other, layer);
        assertThat(fault(() -> delivery(TransferRate.UNLIMITED).deliver(HOST, "shop/web", ImageKind.CONTAINER, Priority.DEPLOYMENT)))
                .hasMessageContaining("is for " + other + ", the host (pi-1) is " + HERE);
        publish("shop/web", HERE, layer);
        assertThat(delivery(TransferRate.UNLIMITED).manifest(HOST, "shop/web", ImageKind.CONTAINER).architecture()).isEqualTo(HERE);
        assertThat(fault(() -> delivery(TransferRate.UNLIMITED).manifest(HOST, "shop/none", ImageKind.CONTAINER)))
                .hasMessageContaining("(shop/none) is not in the repository of the server");
    }

    @Test
    void aDeploymentHurriesThePrefetchOfWhatItWaitsFor() throws Exception {
        Layer layer = layer(1_000_000, 0);
        publish("shop/web", HERE, layer);
        CompletableFuture<Void> begun = new CompletableFuture<>();
        // At this pace a prefetch alone would take more than a quarter of an hour.
        ImageDelivery delivery = new ImageDelivery(shell, repository, folder.resolve("differences"), TransferSettings.DEFAULT,
                (host, priority) -> priority == Priority.PREFETCH ? 1000 : Long.MAX_VALUE, progress -> {
                    told.add(progress);
                    if (progress.onHost() > 0) {
                        begun.complete(null);
                    }
                });
        CompletableFuture<Void> prefetch = CompletableFuture.runAsync(() -> delivery.deliver(HOST, "shop/web", ImageKind.CONTAINER,
                Priority.PREFETCH));
        begun.orTimeout(2, TimeUnit.MINUTES).join();
        delivery.deliver(HOST, "shop/web", ImageKind.CONTAINER, Priority.DEPLOYMENT);
        prefetch.orTimeout(2, TimeUnit.MINUTES).join();
        assertThat(shell.sent).hasValue(layer.size());
        assertThat(told.get(0).priority()).isEqualTo(Priority.PREFETCH);
        assertThat(told.get(told.size() - 2).priority()).isEqualTo(Priority.DEPLOYMENT);
    }

    private static AdapterFault fault(Runnable call) {
        AdapterFault fault = catchThrowableOfType(AdapterFault.class, call::run);
        assertThat(fault).hasMessageContaining("\nMaybe ");
        return fault;
    }
}
