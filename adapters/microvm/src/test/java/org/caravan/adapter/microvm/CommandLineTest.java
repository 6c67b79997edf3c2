package org.caravan.adapter.microvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.application.Endpoint;
import org.caravan.application.Readiness;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Gpus;
import org.caravan.infrastructure.Host;
import org.caravan.transfer.ImageDelivery;
import org.caravan.transfer.TransferListener;
import org.caravan.transfer.TransferRate;
import org.caravan.transfer.TransferSettings;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a kernel is told, and what it is refused before any host is asked. */
class CommandLineTest {

    private static final Host HOST = new Host("box-1", "box", "microvm", "127.0.0.1", 22, "key");
    private static final CopyId WEB = new CopyId("shop", new InstanceId("web", 1), 1);
    private static final ImageManifest IMAGE = new ImageManifest("web.unikernel", ImageKind.UNIKERNEL, Architecture.AMD64,
            List.of(new Layer(new ContentDigest("0".repeat(64)), 1)), List.of("quiet", "level=2"), Map.of("MODE", "image", "ONLY", "here"));

    private static CopySpec spec(long mebibytes) {
        return new CopySpec(FormKind.MICROVM, "web.unikernel", new MilliCores(1000), Bytes.ofMebi(mebibytes),
                Map.of("MODE", "model", "TEXT", "a b=c%\n\"å\""),
                List.of(new Endpoint("web", 8080, new Readiness.TcpAccepts()), new Endpoint("admin", 81, new Readiness.TcpAccepts())),
                EmulatedBed.addresses(100), List.of(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    @Test
    void tellsAddressesPortsVariablesAndTheImagesOwnWords() {
        assertThat(new CommandLine(spec(64), IMAGE).text().split(" ")).containsExactly(
                "address=10.2.1.100/24@10.2.1.1", "address=10.1.1.100/24@10.1.1.1", "address=fd4e:1:1::64/64@fd4e:1:1::1",
                "port=81", "port=8080",
                "env=MODE=model", "env=ONLY=here", "env=TEXT=a%20b%3Dc%25%0A%22%C3%A5%22",
                "quiet", "level=2");
    }

    @Test
    void refusesRoutesAndTooLittleMemory(@TempDir Path folder) throws IOException {
        ImageRepository repository = new ImageRepository(folder, Clock.systemUTC());
        Path kernel = Files.writeString(folder.resolve("kernel"), "not a kernel");
        repository.layers().keep(kernel, ImageKind.UNIKERNEL, IMAGE.layers().get(0).digest());
        repository.publish(IMAGE);
        MicrovmAdapter adapter = new MicrovmAdapter(null, ScriptSettings.DEFAULT,
                new ImageDelivery(null, repository, folder, TransferSettings.DEFAULT, TransferRate.UNLIMITED, TransferListener.NONE));
        PeerRoute route = new PeerRoute("db", "10.1.2.100", "10.1.1.100");

        assertThat(catchThrowableOfType(AdapterFault.class, () -> adapter.ensure(HOST, WEB, spec(64), List.of(route))))
                .hasMessageContaining("(shop.web.1.1) is a unikernel").hasMessageContaining("(db)").hasMessageContaining("\nMaybe ")
                .extracting(AdapterFault::kind).isEqualTo(AdapterFault.Kind.UNSUPPORTED);
        assertThat(catchThrowableOfType(AdapterFault.class, () -> adapter.ensure(HOST, WEB, spec(47), List.of())))
                .hasMessageContaining("47 MiB of memory").hasMessageContaining("\nMaybe give it 48 MiB.")
                .extracting(AdapterFault::kind).isEqualTo(AdapterFault.Kind.UNSUPPORTED);
        assertThat(catchThrowableOfType(AdapterFault.class, () -> adapter.ensure(HOST, WEB,
                spec(64).withGpu(Optional.of(new Gpus(1, Optional.empty()))), List.of())))
                .hasMessageContaining("asks for a GPU").hasMessageContaining("\nMaybe use form container or vm.")
                .extracting(AdapterFault::kind).isEqualTo(AdapterFault.Kind.UNSUPPORTED);
    }
}
