package org.caravan.adapter.lxc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.canonical.Digest;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageIndex;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import org.caravan.image.ManifestText;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.transfer.ImageDelivery;
import org.caravan.transfer.TransferListener;
import org.caravan.transfer.TransferRate;
import org.caravan.transfer.TransferSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Why an image cannot be brought, and the command that helps: known before anything is begun, and without a host. */
class ImageCheckTest {

    private static final Host HOST = new Host("pi-1", "pi", "lxc", "192.0.2.1", 22, "lab");

    @TempDir
    Path folder;

    private ImageRepository repository;
    private LxcAdapter adapter;

    /** It is never used: no host is asked. */
    private static final class NoShell implements Shell {
        @Override
        public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
            throw new AssertionError("asks the host " + machine.id());
        }

        @Override
        public void upload(Machine machine, Path local, String remote, Duration timeout) {
            throw new AssertionError("asks the host " + machine.id());
        }

        @Override
        public void close() {}
    }

    @BeforeEach
    void publish() throws Exception {
        repository = new ImageRepository(folder, Clock.systemUTC());
        Shell shell = new NoShell();
        adapter = new LxcAdapter(shell, ScriptSettings.DEFAULT, new ImageDelivery(shell, repository, folder.resolve("differences"),
                TransferSettings.DEFAULT, TransferRate.UNLIMITED, TransferListener.NONE));
        publish("shop/web", manifest("shop/web", ImageKind.CONTAINER, Architecture.AMD64, "/web"));
        publish("shop/both", manifest("shop/both", ImageKind.CONTAINER, Architecture.AMD64, "/web"),
                manifest("shop/both", ImageKind.CONTAINER, Architecture.ARM64, "/web"));
        publish("shop/base", manifest("shop/base", ImageKind.CONTAINER, Architecture.AMD64));
        publish("shop/kernel", manifest("shop/kernel", ImageKind.UNIKERNEL, Architecture.AMD64));
    }

    private static ImageManifest manifest(String name, ImageKind kind, Architecture architecture, String... start) {
        return new ImageManifest(name, kind, architecture, List.of(new Layer(ContentDigest.parse("sha256:" + Digest.of(name)), 1)),
                List.of(start), Map.of());
    }

    /** As image-build does; of layers nothing is looked at before one is sent. */
    private void publish(String name, ImageManifest... manifests) throws Exception {
        Path file = folder.resolve("manifests").resolve(name + ".json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, ManifestText.write(new ImageIndex(name, List.of(manifests))));
    }

    private String refused(Architecture architecture, String image) {
        AdapterFault fault = catchThrowableOfType(AdapterFault.class, () -> adapter.requireImage(HOST, architecture, image));
        return fault == null ? "fine" : fault.kind() + " " + fault.getMessage();
    }

    @Test
    void looksForTheArchitectureOfTheHost() {
        assertThat(refused(Architecture.AMD64, "shop/web")).isEqualTo("fine");
        assertThat(refused(Architecture.ARM64, "shop/web"))
                .isEqualTo("UNSUPPORTED The image (shop/web) is for amd64, the host (pi-1) is arm64."
                + "\nMaybe import it for that, too: caravan image import FILE --name shop/web --arch arm64.");
        assertThat(refused(Architecture.AMD64, "shop/both")).isEqualTo("fine");
        assertThat(refused(Architecture.ARM64, "shop/both")).isEqualTo("fine");
    }

    @Test
    void namesTheCommandThatBringsAMissingOne() {
        assertThat(refused(Architecture.AMD64, "acme/none"))
                .isEqualTo("FAILED The image (acme/none) is not in the repository of the server."
                + "\nMaybe import it: caravan image import FILE --name acme/none.").doesNotContain(folder.toString());
        assertThat(refused(Architecture.AMD64, "No Name!")).startsWith("FAILED ").contains("this is not a valid image name");
    }

    @Test
    void refusesWhatCannotBeStarted() {
        assertThat(refused(Architecture.AMD64, "shop/base"))
                .isEqualTo("UNSUPPORTED The image (shop/base) has no start command: it is a base image."
                + "\nMaybe import it with a start command: caravan image import FILE --name shop/base --start WORD.");
        assertThat(refused(Architecture.AMD64, "shop/kernel")).startsWith("UNSUPPORTED The image (shop/kernel) is a ")
                .contains("Maybe name another image");
    }

    @Test
    void saysThatAManifestIsDamaged() throws Exception {
        Files.writeString(folder.resolve("manifests/shop/web.json"), "{");
        assertThat(refused(Architecture.AMD64, "shop/web")).startsWith("FAILED The manifest of the image (shop/web) is damaged");
    }
}
