package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What admins and their scripts see of tokens and of the audit log. */
class AccessCommandsTest {

    @RegisterExtension
    private final Printed printed = new Printed();

    private static int run(String answer, String... words) throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(answer)) {
            String[] all = new String[words.length + 2];
            System.arraycopy(words, 0, all, 0, words.length);
            all[words.length] = "--server";
            all[words.length + 1] = server.url();
            return Main.run(all);
        }
    }

    @Test
    void aTokenIsALineOfItsOwn() throws IOException {
        String made = "{\"made\":{\"id\":\"5fd1a07c\",\"expiresAt\":\"2026-12-31T00:00:00Z\"},\"token\":\"caravan_5fd1a07c_x\"}";
        assertThat(run(made, "token", "create", "ci", "--role", "deployer")).isEqualTo(ExitCode.DONE);
        assertThat(printed.text()).startsWith("caravan_5fd1a07c_x\n")
                .contains("token 5fd1a07c of role deployer is good until 2026-12-31T00:00:00Z");
    }

    @Test
    void aListShowsWhoNeverCameAndWhoIsRevoked() throws IOException {
        String tokens =
                "[{\"id\":\"5fd1a07c\",\"role\":\"deployer\",\"name\":\"ci\",\"expiresAt\":\"2026-12-31T00:00:00Z\","
                + "\"revokedAt\":\"2026-11-22T10:00:00Z\"}]";
        assertThat(run(tokens, "token", "list")).isEqualTo(ExitCode.DONE);
        assertThat(printed.text()).contains("5fd1a07c  deployer  (all)         ci")
                .contains("last used never  REVOKED 2026-11-22T10:00:00Z");
    }

    @Test
    void organisationsAreListedByName() throws IOException {
        assertThat(run("[{\"name\":\"acme\"},{\"name\":\"default\"}]", "organisation", "list")).isEqualTo(ExitCode.DONE);
        assertThat(run("{\"name\":\"acme\"}", "organisation", "create", "acme")).isEqualTo(ExitCode.DONE);
        assertThat(printed.text()).startsWith("acme\ndefault\n").contains("token create NAME --role admin --organisation acme");
    }

    @Test
    void theLogIsReadFromTheOldestOn() throws IOException {
        String entry =
                "{\"number\":%d,\"at\":\"2026-11-22T10:00:00Z\",\"event\":\"%s\",\"asked\":1,\"tokenId\":\"local\",\"name\":\"owner\","
                + "\"role\":\"admin\","
                + "\"address\":\"127.0.0.1\",\"request\":\"PUT /api/v1/infrastructure\",\"status\":%d}";
        assertThat(run("[" + entry.formatted(2, "ANSWERED", 200) + "," + entry.formatted(1, "ASKED", 0) + "]", "audit"))
                .isEqualTo(ExitCode.DONE);
        assertThat(printed.text())
                .contains("1  2026-11-22T10:00:00Z  local (owner, admin) from 127.0.0.1  asks for PUT /api/v1/infrastructure\n"
                + "2  2026-11-22T10:00:00Z  local (owner, admin) from 127.0.0.1  200 to 1, PUT /api/v1/infrastructure");
    }

    @Test
    void aBrokenLogIsAnError() throws IOException {
        assertThat(run("{\"intact\":true,\"entries\":6,\"head\":\"6:ab\"}", "audit", "verify")).isEqualTo(ExitCode.DONE);
        assertThat(run("{\"intact\":false,\"entries\":6,\"head\":\"6:ab\",\"firstBroken\":4}", "audit", "verify"))
                .isEqualTo(ExitCode.ERROR);
        assertThat(run("{\"intact\":false,\"entries\":4,\"head\":\"4:ab\",\"headFound\":false}", "audit", "verify", "--head", "6:ab"))
                .isEqualTo(ExitCode.ERROR);
        assertThat(printed.text()).contains("6 entries, head 6:ab").contains("from entry (4) on")
                .contains("does not contain the given head");
    }
}
