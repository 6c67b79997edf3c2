package org.caravan.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.caravan.cli.Main;
import org.caravan.cli.PlainHttpServer;
import org.caravan.cli.Printed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApplicationNameTest {

    private static final String DONE =
            "{\"id\":\"7\",\"state\":\"DONE\",\"planId\":\"p\",\"outcome\":\"PLANNED\",\"accepted\":true,\"applications\":[\"shop\"],"
            + "\"steps\":[],\"deploymentId\":\"42\"}";

    @RegisterExtension
    private final Printed printed = new Printed();

    private static List<String> asked(int exitCode, String... words) throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(DONE)) {
            // Everything behind -- is a command's.
            List<String> all = new ArrayList<>(List.of(words));
            all.addAll(words[0].equals("exec") ? 1 : words.length, List.of("--json", "--server", server.url()));
            assertThat(Main.run(all.toArray(String[]::new))).isEqualTo(exitCode);
            return server.asked();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "drift", "deployments", "plans", "plan lint", "cancel", "resume", "whatif", "advise", "rollback",
            "metrics",
            "destroy --auto-approve", "remove", "plan", "diff", "deploy"})
    void isSaidBehindTheCommandOrByTheOption(String command) throws IOException {
        List<String> positional = asked(ExitCode.DONE, (command + " shop").split(" "));
        assertThat(positional).isEqualTo(asked(ExitCode.DONE, (command + " --application shop").split(" ")))
                .isEqualTo(asked(ExitCode.DONE, (command + " shop --application shop").split(" ")));
        assertThat(positional.get(0)).contains("shop");
        assertThat(asked(ExitCode.USAGE, (command + " shop --application other").split(" "))).isEmpty();
        assertThat(printed.text()).contains("Two applications are named", "remove one of them.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rollback", "destroy", "remove", "cancel", "image prefetch"})
    void isNotGuessedWhereItMatters(String command) throws IOException {
        assertThat(asked(ExitCode.USAGE, command.split(" "))).isEmpty();
        assertThat(printed.text()).contains("Missing required parameter: 'APPLICATION'", "name it, as in: caravan " + command
                + " sock-shop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"logs", "exec"})
    void standsBeforeAnInstance(String command) throws IOException {
        String[] behind = command.equals("exec") ? new String[] {"--", "ls"} : new String[0];
        String path = "/api/v1/applications/shop/instances/web:1/";
        assertThat(asked(ExitCode.DONE, words(command, "shop/web:1", behind))).first().asString().startsWith(path);
        assertThat(asked(ExitCode.ERROR, words(command, "shop/web:1", Stream.concat(Stream.of("--application", "other"), Stream.of(behind))
                .toArray(String[]::new)))).isEmpty();
    }

    @Test
    void aNameOfWhichThereIsAFileIsTheFile(@TempDir Path folder) throws IOException {
        Path model = Files.writeString(folder.resolve("a.caravan"), "application shop {}");
        assertThat(asked(ExitCode.DONE, "plan", model.toString()))
                .startsWith("/api/v1/models/validation", "/api/v1/applications/shop/model");
        assertThat(asked(ExitCode.ERROR, "plan", "shop.caravan")).isEmpty();
        assertThat(printed.text()).contains("The model file shop.caravan cannot be read: there is no such file");
    }

    private static String[] words(String first, String second, String... more) {
        return Stream.concat(Stream.of(first, second), Stream.of(more)).toArray(String[]::new);
    }
}
