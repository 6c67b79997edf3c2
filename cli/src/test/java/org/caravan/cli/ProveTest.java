package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Seconds of a proof may be left out behind the application. */
class ProveTest {

    private static final String MADE =
            "{\"id\":\"0123456789abcdef\",\"name\":\"shop\",\"state\":\"DONE\",\"planId\":\"0123456789abcdef\",\"outcome\":\"PLANNED\","
            + "\"changes\":false,"
            + "\"reportText\":\"\",\"screenText\":\"\",\"diffText\":\"\",\"stepsText\":\"\"}";

    @RegisterExtension
    private final Printed printed = new Printed();

    @Test
    void theServerIsToldHowLongAProofMayTake() throws IOException {
        assertThat(asked("plan", "shop", "--prove", "30")).isEqualTo("{\"proveSeconds\":30}");
        assertThat(asked("plan", "shop", "--prove=5")).isEqualTo("{\"proveSeconds\":5}");
        assertThat(asked("plan", "shop", "--prove")).isEqualTo("{\"proveSeconds\":60}");
        assertThat(asked("plan", "shop")).isEqualTo("{}");
    }

    @Test
    void whatIsNoNumberIsWrongUsage() {
        assertThat(Main.run("plan", "shop", "--prove=long", "--server", "http://127.0.0.1:9")).isEqualTo(64);
        assertThat(printed.text()).contains("--prove");
    }

    /** What was sent to begin the planning. */
    private static String asked(String... words) throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(MADE)) {
            String[] all = Arrays.copyOf(words, words.length + 2);
            all[words.length] = "--server";
            all[words.length + 1] = server.url();
            Main.run(all);
            int begun = server.asked().stream().filter(path -> path.endsWith("/plannings")).mapToInt(server.asked()::indexOf).findFirst()
                    .orElseThrow();
            return server.bodies().get(begun).replaceAll("\\s", "");
        }
    }
}
