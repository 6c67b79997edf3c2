package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingRunTest {

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
