package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/cli.md} is generated from the commands; {@code -Dgolden.update=true} rewrites it, and the reviewer reads the difference. */
class CommandReferenceTest {

    private static final Path PAGE = Path.of("../docs/cli.md");

    @Test
    void thePageOfAllCommandsIsWhatTheCommandsDeclare() throws IOException {
        String generated = CommandReference.of(Main.line());
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(PAGE, generated);
        }
        assertThat(generated).as("docs/cli.md; run this test with -Dgolden.update=true").isEqualTo(Files.readString(PAGE));
    }
}
