package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingRunTest {

    @Test
    void serverProcessesOfTestsUseTheArchiveThatItMade() throws IOException {
        List<String> command = Server.command(CaravanServer.class, "health");
        assertThat(command).anyMatch(word -> word.startsWith("-XX:SharedArchiveFile="));
        command.add(1, "-Xlog:class+load");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(Server.refusal(process).lines().filter(line -> line.contains("org.caravan.server.CaravanServer ")))
                .singleElement().asString().contains("shared objects file (top)");
    }

    @Test
    void aFolderThatExistsIsRefusedAndLeftAlone(@TempDir Path folder) {
        assertThat(TrainingRun.run("training-run", folder.toString())).contains(2);
        assertThat(folder).isEmptyDirectory();
        assertThat(TrainingRun.run("training-run")).contains(2);
    }

    @Test
    void otherArgumentsAreNotIts() {
        assertThat(TrainingRun.run()).isEmpty();
        assertThat(TrainingRun.run("health")).isEmpty();
        assertThat(TrainingRun.run("--caravan.port=0")).isEmpty();
    }
}
