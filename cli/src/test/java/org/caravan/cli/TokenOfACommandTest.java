package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.Login;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is wrong with a token, nobody who looks over a shoulder or into a log of a pipeline learns it. */
class TokenOfACommandTest {

    @RegisterExtension
    private final Printed printed = new Printed();

    @TempDir
    private Path folder;

    @Test
    void aFileOfSeveralLinesIsRefusedWithoutShowingThem() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "caravan_5fd1a07c_SECRET\nsecond line\n");
        assertThat(Main.run("nodes", "--server", "http://127.0.0.1:9", "--token-file", file.toString())).isEqualTo(ExitCode.ERROR);
        assertThat(printed.text()).contains("The content of the file (" + file
                + ") is not a token: it has 2 lines. [token-malformed]\n    Maybe").doesNotContain("SECRET", "second line", "should not");
    }

    @Test
    void aFileThatIsNamedHasToBeThereAndText() throws IOException {
        assertThat(Main.run("nodes", "--token-file", folder.resolve("none").toString())).isEqualTo(ExitCode.ERROR);
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xC3, 0x28});
        assertThat(Main.run("nodes", "--token-file", binary.toString())).isEqualTo(ExitCode.ERROR);
        assertThat(printed.text()).contains("none) does not exist. [token-unreadable]\n    Maybe the path is relative",
                "binary) is not a token: it is not text. [token-malformed]\n    Maybe");
    }

    @Test
    void whatIsReadAtALoginIsRefusedWithoutShowingIt() {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream("caravan_5fd1a07c_SECRET\nmore".getBytes(StandardCharsets.UTF_8)));
            assertThat(Main.run("login", "http://127.0.0.1:9")).isEqualTo(ExitCode.ERROR);
        } finally {
            System.setIn(before);
        }
        assertThat(printed.text()).contains("The content of standard input is not a token").doesNotContain("SECRET");
    }

    @Test
    void whatNobodyForesawIsReportedWithoutItsMessage() {
        Throwable fault = new IllegalStateException("Bearer SECRET",
                new IllegalArgumentException("invalid header value: \"Bearer SECRET\""));
        assertThat(Main.named(fault)).startsWith("java.lang.IllegalStateException at org.caravan.cli.TokenOfACommandTest:")
                .contains(", by java.lang.IllegalArgumentException").doesNotContain("SECRET");
        assertThat(new Login(URI.create("http://a"), "SECRET")).asString().doesNotContain("SECRET");
    }
}
