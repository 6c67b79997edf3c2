package org.caravan.server.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.caravan.server.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class DataFolderTest {

    @TempDir
    Path data;

    @Test
    void whatAKilledServerLeftIsClearedByTheNextOneAlone() throws IOException {
        Path left = Files.createDirectories(data.resolve("scratch/drafts/draft-1")).resolve("0-shop.caravan");
        Files.writeString(left, "application shop {}");
        Files.writeString(data.resolve("token"), "kept");
        try (DataFolder first = new DataFolder(settings())) {
            assertThat(first.scratch("drafts")).isEmptyDirectory();
            assertThat(data.resolve("token")).hasContent("kept");
            Path used = Files.writeString(first.scratch("drafts").resolve("used"), "");
            assertThatThrownBy(() -> new DataFolder(settings())).isInstanceOf(FolderInUse.class);
            assertThat(used).as("what the server that has the folder works with").exists();
        }
        try (DataFolder next = new DataFolder(settings())) {
            assertThat(next.scratch("drafts")).isEmptyDirectory();
        }
    }

    private Settings settings() {
        return new Binder(new MapConfigurationPropertySource(Map.of("caravan.data", data.toString())))
                .bindOrCreate("caravan", Settings.class);
    }
}
