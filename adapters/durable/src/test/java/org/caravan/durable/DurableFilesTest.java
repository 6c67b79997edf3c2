package org.caravan.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds without a power cut; with one: {@code ./caravan bench power}. */
class DurableFilesTest {

    @TempDir
    Path folder;

    @Test
    void replacesTheWholeFileAndLeavesNoDraft() throws IOException {
        Path file = folder.resolve("token");
        DurableFiles.write(file, "a longer first content\n");
        DurableFiles.write(file, "second\n");
        assertThat(file).hasContent("second\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        assertThat(folder).isDirectoryContaining(each -> true).isDirectoryNotContaining("glob:**/.draft*");
    }

    @Test
    void whatCannotTakeItsPlaceLeavesTheFormerContentAndNoDraft() throws IOException {
        Path occupied = Files.createDirectories(folder.resolve("occupied/by"));
        assertThatThrownBy(() -> DurableFiles.write(occupied.getParent(), "x")).isInstanceOf(IOException.class);
        assertThat(occupied).isDirectory();
        assertThat(folder).isDirectoryNotContaining("glob:**/.draft*");
    }

    @Test
    void createsOnceOnly() throws IOException {
        Path file = folder.resolve("token");
        DurableFiles.create(file, "first".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> DurableFiles.create(file, "second".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasContent("first");
        assertThat(folder).isDirectoryNotContaining("glob:**/.draft*");
    }

    @Test
    void foldersAreTheirOwnersAlone() throws IOException {
        Path deep = folder.resolve("a/b/c");
        DurableFiles.createFolders(deep);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(deep.getParent()))).isEqualTo("rwx------");
        Files.writeString(folder.resolve("file"), "x");
        assertThatThrownBy(() -> DurableFiles.createFolders(folder.resolve("file/below"))).isInstanceOf(IOException.class);
    }

    /** A cancelled deployment interrupts its threads, and what they wrote must be kept nevertheless. */
    @Test
    void anInterruptIsKeptAndStopsNothing() throws IOException {
        Thread.currentThread().interrupt();
        DurableFiles.write(folder.resolve("known_hosts"), "x");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(folder.resolve("known_hosts")).hasContent("x");
    }

    @Test
    void movesAndDeletes() throws IOException {
        Path staged = Files.writeString(Files.createDirectories(folder.resolve("scratch")).resolve("layer"), "x");
        DurableFiles.move(staged, folder.resolve("layer"));
        assertThat(folder.resolve("layer")).hasContent("x");
        assertThat(DurableFiles.delete(folder.resolve("layer"))).isTrue();
        assertThat(DurableFiles.delete(folder.resolve("layer"))).isFalse();
    }
}
