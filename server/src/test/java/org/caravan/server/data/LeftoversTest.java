package org.caravan.server.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.caravan.durable.DurableFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoversTest {

    private static final List<String> KEPT = List.of("token", "secrets/shop-db-password", "images/manifests/shop/web.json",
            "images/layers/sha256-a.tar.zst",
            "images/.uploads/0123456789ab", "images/.uploads/0123456789ab.json", "images/.uploads/0123456789ab.holder",
            "bed/nodes/.draft-of-a-node", "broker/.draft1");
    private static final List<String> LEFT = List.of(DurableFiles.DRAFT + "1.tmp", "secrets/@acme/.draft2.tmp",
            "images/manifests/shop/.draft3.tmp", "images/.scratch/layer4.tar.zst",
            "images/.scratch/export5/part", "images/.uploads/ba9876543210.json", "images/.uploads/ba9876543210.holder",
            "images/.uploads/.draft6.tmp", "credentials/node/.draft7.tmp");

    @TempDir
    Path data;

    private void write(List<String> names, Instant at) throws IOException {
        for (String name : names) {
            Files.createDirectories(data.resolve(name).getParent());
            Files.writeString(data.resolve(name), "x");
            Files.setLastModifiedTime(data.resolve(name), FileTime.from(at));
        }
    }

    @Test
    void whatAKilledServerHadNotFinishedIsRemovedAndNothingElse() throws IOException {
        write(KEPT, Instant.now());
        write(LEFT, Instant.now());
        new Leftovers(Duration.ZERO).remove(List.of(data), data.resolve("images"));
        assertThat(KEPT).allMatch(name -> Files.exists(data.resolve(name)));
        assertThat(LEFT).noneMatch(name -> Files.exists(data.resolve(name)));
    }

    @Test
    void whatAnotherServerWritesAtThisMomentStays() throws IOException {
        write(KEPT, Instant.now().minusSeconds(90_000));
        write(LEFT, Instant.now());
        new Leftovers(Duration.ofHours(6)).remove(List.of(data), data.resolve("images"));
        assertThat(LEFT).allMatch(name -> Files.exists(data.resolve(name)));
        write(LEFT, Instant.now().minusSeconds(90_000));
        Files.setLastModifiedTime(data.resolve("images/.scratch/export5"), FileTime.from(Instant.now().minusSeconds(90_000)));
        new Leftovers(Duration.ofHours(6)).remove(List.of(data), data.resolve("images"));
        assertThat(KEPT).allMatch(name -> Files.exists(data.resolve(name)));
        assertThat(LEFT).noneMatch(name -> Files.exists(data.resolve(name)));
    }
}
