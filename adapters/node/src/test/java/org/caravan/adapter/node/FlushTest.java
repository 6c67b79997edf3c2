package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** New copies' small files reach the disk behind the calls that wrote them, those of several calls together. */
class FlushTest {

    @TempDir
    private Path folder;

    @Test
    void whatSeveralCallsWroteIsFlushed() throws Exception {
        Path log = folder.resolve("flushed");
        Path sync = folder.resolve("sync");
        Files.writeString(sync, "#!/bin/sh\nprintf '%s\\n' \"$@\" >>" + log + "\n");
        assertThat(sync.toFile().setExecutable(true)).isTrue();
        for (String copy : new String[] {"one", "two"}) {
            Files.createDirectories(folder.resolve(copy));
            Files.writeString(folder.resolve(copy).resolve("complete"), "");
        }
        String calls = "RUN=%s; for copy in one two; do FOLDER=%s/$copy; flush_later; done; wait\n"
                .formatted(folder.resolve("run"), folder);
        Process bash = new ProcessBuilder("bash", "-c", new NodeScripts(FlushTest.class).text("host.sh") + "PATH=" + folder + ":$PATH; "
                + calls).redirectErrorStream(true).start();
        assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).isEmpty();
        // `wait` knows the flushers that were begun here; only on a very slow machine there are two.
        assertThat(log).content().contains(folder + "/one\n", folder + "/one/complete\n", folder + "/two\n", folder + "/two/complete\n");
        assertThat(folder.resolve("run")).isEmptyDirectory();
    }
}
