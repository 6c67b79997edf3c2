package org.caravan.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleTest {

    private static final String DIGEST_OF_HELLO = "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

    @TempDir
    private Path folder;

    private Path model;
    private Path bundle;

    @BeforeEach
    void aModel() throws IOException {
        model = Files.writeString(folder.resolve("a.caravan"), "hello");
        bundle = folder.resolve("target/a.caravan.zip");
    }

    @Test
    void whatWasWrittenIsWhatIsOpened() throws IOException {
        Bundle.Content written = Bundle.write(bundle, "org.example:a:1.0", Map.of("models/a.caravan", model));
        assertThat(written.parts()).containsExactly(new Bundle.Part("models/a.caravan", 5, DIGEST_OF_HELLO));
        Path opened = folder.resolve("opened");
        assertThat(Bundle.open(bundle, opened)).isEqualTo(written);
        assertThat(opened.resolve("models/a.caravan")).hasContent("hello");
    }

    @Test
    void otherBytesThanTheListSaysAreRefused() throws IOException {
        forge("models/a.caravan", DIGEST_OF_HELLO, "hallo");
        assertThatThrownBy(() -> Bundle.open(bundle, folder.resolve("opened"))).isInstanceOf(IOException.class)
                .hasMessageContaining("models/a.caravan in the bundle has digest sha256:").hasMessageContaining(DIGEST_OF_HELLO);
    }

    @Test
    void aPathOutOfTheBundleIsRefused() throws IOException {
        forge("../evil", DIGEST_OF_HELLO, "hello");
        assertThatThrownBy(() -> Bundle.open(bundle, folder.resolve("opened")))
                .hasMessage("The bundle names a file outside of itself: ../evil");
        assertThat(folder.resolve("evil")).doesNotExist();
    }

    @Test
    void whatIsNoBundleIsSaidToBeNone() throws IOException {
        Files.createDirectories(bundle.getParent());
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(bundle))) {
            zip.putNextEntry(new ZipEntry("something"));
        }
        assertThatThrownBy(() -> Bundle.open(bundle, folder.resolve("opened")))
                .hasMessageContaining("is no bundle: it has no caravan-bundle.json.");
    }

    private void forge(String path, String digest, String bytes) throws IOException {
        Files.createDirectories(bundle.getParent());
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(bundle))) {
            zip.putNextEntry(new ZipEntry(path));
            zip.write(bytes.getBytes());
            zip.putNextEntry(new ZipEntry(Bundle.LIST));
            zip.write(("{\"format\":1,\"application\":\"a\",\"parts\":[{\"path\":\"" + path + "\",\"size\":5,\"digest\":\"" + digest
                    + "\"}]}").getBytes());
        }
    }
}
