package org.caravan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageFolderTest {

    @TempDir
    Path folder;

    @Test
    void readsBothFormsOfAManifest() throws Exception {
        Files.createDirectories(folder.resolve("manifests/shop"));
        Files.writeString(folder.resolve("manifests/old.json"),
                "{\"name\": \"old\", \"arch\": \"amd64\", \"layers\": [], \"start\": [], \"env\": {}}");
        Files.writeString(folder.resolve("manifests/shop/uni.json"), """
                {"name": "shop/uni", "images": [{"kind": "unikernel", "arch": "arm64", "layers": [{"digest": "sha256:aa", "size": 3,
                 "unpacked": {"digest": "sha256:bb", "size": 9}}], "start": ["quiet"], "env": {"A": "1"}}]}""");
        ImagePush.ImageFolder images = new ImagePush.ImageFolder(folder);
        assertThat(images.names()).containsExactly("old", "shop/uni");
        assertThat(images.images("old").get(0).kind()).isEqualTo("container");
        BuiltImage uni = images.images("shop/uni").get(0);
        assertThat(images.file(uni, "sha256:aa")).isEqualTo(folder.resolve("layers/sha256-aa.kernel"));
        assertThat(Answer.documentOf(uni.order())).hasToString("{\"kind\":\"unikernel\",\"architecture\":\"arm64\",\"layers\":["
                + "{\"digest\":\"sha256:aa\",\"unpackedDigest\":\"sha256:bb\",\"unpackedSize\":9}],\"start\":[\"quiet\"],"
                + "\"environment\":{\"A\":\"1\"}}");
        assertThat(catchThrowableOfType(ApiFault.class, () -> images.images("none"))).hasMessageContaining("Maybe ");
    }
}
