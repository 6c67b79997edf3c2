package org.caravan.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.caravan.cli.Main;
import org.caravan.cli.PlainHttpServer;
import org.caravan.cli.Printed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ExecCommandTest {

    private static final String ENDED =
            "{\"instance\":\"web:1\",\"hostId\":\"pi-1\",\"exitCode\":7,\"output\":\"one\\ntwo\",\"errorOutput\":\"wrong\\n\",\"cut\":%s,"
            + "\"timedOut\":%s,\"seconds\":0.2}";

    @RegisterExtension
    private final Printed printed = new Printed();

    private static int run(String answer, String... more) throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(answer)) {
            String[] words = new String[more.length + 5];
            System.arraycopy(new String[] {"exec", "--server", server.url(), "--application", "shop"}, 0, words, 0, 5);
            System.arraycopy(more, 0, words, 5, more.length);
            return Main.run(words);
        }
    }

    @Test
    void itsOutputAndExitCodeAreTheCommands() throws IOException {
        assertThat(run(ENDED.formatted(false, false), "web:1", "--", "ls", "-l")).isEqualTo(7);
        assertThat(printed.text()).isEqualTo("one\ntwowrong\n");
    }

    @Test
    void whatIsCutOrKilledIsTold() throws IOException {
        assertThat(run(ENDED.formatted(true, true), "web:1", "--", "ls")).isEqualTo(7);
        assertThat(printed.text()).contains("is truncated").contains("killed after 30 s").contains("--seconds");
    }

    @Test
    void machinesGetAllOfIt() throws IOException {
        assertThat(run(ENDED.formatted(false, false), "--json", "web:1", "--", "ls")).isEqualTo(7);
        assertThat(printed.text()).contains("\"exitCode\" : 7");
    }

    @Test
    void withoutACommandNothingIsAsked() throws IOException {
        assertThat(run("{}", "web:1")).isNotZero();
        assertThat(printed.text()).contains("COMMAND");
    }
}
