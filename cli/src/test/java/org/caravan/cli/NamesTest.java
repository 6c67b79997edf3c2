package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that nobody should give, as people do: each is asked for as it stands, and the server says what is wrong with it. */
class NamesTest {

    @RegisterExtension
    private final Printed printed = new Printed();

    @ParameterizedTest
    @CsvSource({
        "status --application 'ä b', /api/v1/applications/%C3%A4%20b",
        "image show 'a b', /api/v1/images/a%20b?hosts=true",
        "image remove 'shop/a?b', /api/v1/images/shop/a%3Fb",
        "node drain 'x y' --undo, /api/v1/nodes/x%20y/drain",
        "secret remove 'bad name!', /api/v1/secrets/bad%20name%21",
        "secret remove ../applications/shop, /api/v1/secrets/..%2Fapplications%2Fshop",
        "logs 'a b' --application shop, /api/v1/applications/shop/instances/a%20b:1/log?lines=100",
        "endpoint forget a.example:5000, /api/v1/endpoints/a.example:5000",
        "rollback 'x y', /api/v1/applications/x%20y/rollback",
    })
    void aNameStandsForItselfInTheAddress(String line, String asked) throws IOException {
        try (PlainHttpServer server = new PlainHttpServer("{}")) {
            String[] words = line.split(" (?=(?:[^']*'[^']*')*[^']*$)");
            for (int i = 0; i < words.length; i++) {
                words[i] = words[i].replace("'", "");
            }
            Main.run(words(words, "--server", server.url()));
            assertThat(server.asked()).contains(asked);
        }
        assertThat(printed.text()).doesNotContain("failed unexpectedly");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "ftp://x", "http://a b", "http://", "http://a_b", "http://a:99999"})
    void anAddressThatIsNoneIsToldAtOnce(String address) {
        assertThat(Main.run("nodes", "--server", address)).isEqualTo(ExitCode.ERROR);
        assertThat(Main.run("login", address)).isEqualTo(ExitCode.ERROR);
        assertThat(printed.text()).contains("The server's address (" + address + ") of --server cannot be used", "of caravan login",
                "\n    Maybe write it as in http").doesNotContain("Exception");
    }

    @Test
    void anEmptyNameIsToldAtOnce() {
        assertThat(Main.run("destroy", "")).isEqualTo(ExitCode.ERROR);
        assertThat(printed.text()).contains("error: A name cannot be (). [name-invalid]\n    Maybe it is missing");
    }

    private static String[] words(String[] first, String... more) {
        String[] all = Arrays.copyOf(first, first.length + more.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return all;
    }
}
