package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose data folder is on a read-only file system, in a mount namespace of its own: an existing folder, and a new one. */
@Tag("real")
class ReadOnlyStartTest {

    private static final String SCRIPT = "mount -t tmpfs -o size=16m none \"$1\" && mkdir -p \"$1/old\" && mount -o remount,ro \"$1\""
            + " || exit 77; shift; exec \"$@\"";

    @TempDir
    private Path folder;

    @Test
    void theStartIsRefusedWithTheFolderTheCauseAndASuggestion() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        for (String data : List.of("old", "new")) {
            List<String> command = new ArrayList<>(List.of("unshare", "--mount", "--propagation", "private", "sh", "-c", SCRIPT, "sh",
                    disk.toString()));
            command.addAll(Server.command(CaravanServer.class, Server.arguments(disk.resolve(data))));
            Process server = new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(server.getInputStream().readAllBytes());
            int code = server.waitFor();
            Assumptions.assumeTrue(code != 77, "a file system cannot be mounted here: " + said);
            assertThat(code).as(said).isEqualTo(1);
            assertThat(said).contains("The data folder (" + disk.resolve(data) + ") cannot be used. (", "Read-only file system")
                    .contains("Maybe give the folder to the user that the server runs as, or mount its file system writable again.")
                    .doesNotContain("\tat ", "    at org.");
        }
    }
}
