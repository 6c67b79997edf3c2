package org.caravan.cli.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.caravan.cli.Main;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** All of it without a server. */
class ImportCommandTest {

    private static final String COMPOSE = "services:\n  web:\n    image: nginx\n    ports: ['80:80']\n    restart: always\n";

    private final PrintStream realErr = System.err;
    private final PrintStream realOut = System.out;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    @BeforeEach
    void capture() {
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void release() {
        System.setErr(realErr);
        System.setOut(realOut);
    }

    @Test
    void theModelIsPrintedAndTheRestSaid() throws IOException {
        Path file = file("docker-compose.yml", COMPOSE);
        assertThat(Main.run("import", file.toString())).isEqualTo(ExitCode.DONE);
        assertThat(printed(out)).startsWith("// Imported from docker-compose.yml.").contains("component web {")
                .contains("docker-compose.yml:5: Not carried over: restart");
        assertThat(printed(err)).contains(file + ":5:5: warning: Not carried over: restart of web").contains("[not-carried]");
    }

    @Test
    void theModelIsWrittenButNothingOverwritten() throws IOException {
        Path file = file("docker-compose.yml", COMPOSE);
        Path model = folder.resolve("web.caravan");
        assertThat(Main.run("import", file.toString(), "-o", model.toString())).isEqualTo(ExitCode.DONE);
        assertThat(printed(out)).contains("with 1 component;").contains("caravan validate " + model);
        Files.writeString(model, "mine");
        assertThat(Main.run("import", file.toString(), "-o", model.toString())).isEqualTo(ExitCode.ERROR);
        assertThat(Files.readString(model)).isEqualTo("mine");
        assertThat(printed(err)).contains("already exists").contains("--force");
        assertThat(Main.run("import", "--force", file.toString(), "-o", model.toString())).isEqualTo(ExitCode.DONE);
        assertThat(Files.readString(model)).contains("component web {");
    }

    @Test
    void machinesGetAList() throws IOException {
        assertThat(Main.run("import", "--json", file("compose.yml", COMPOSE).toString())).isEqualTo(ExitCode.DONE);
        JsonNode document = JsonMapper.builder().build().readTree(printed(out));
        assertThat(document.path("accepted").asBoolean()).isTrue();
        assertThat(document.path("text").asString()).contains("component web");
        assertThat(document.path("diagnostics").valueStream().filter(found -> found.path("code").asString().equals("not-carried")))
                .singleElement().satisfies(found -> assertThat(found.path("line").asInt()).isEqualTo(5));
        assertThat(printed(err)).isEmpty();
    }

    @Test
    void whatIsBrokenIsAnErrorWithItsLineAndWritesNothing() throws IOException {
        Path model = folder.resolve("web.caravan");
        Path file = file("compose.yml", "services:\n  web: {image: nginx\n");
        assertThat(Main.run("import", file.toString(), "-o", model.toString())).isEqualTo(ExitCode.ERROR);
        assertThat(printed(err)).contains(file + ":3:1: error: This is no YAML");
        assertThat(model).doesNotExist();
        assertThat(Main.run("import", "no-such.yml")).isEqualTo(ExitCode.ERROR);
        assertThat(printed(err)).contains("no-such.yml cannot be read");
        assertThat(Main.run("import", "--format", "helm", file.toString())).isEqualTo(ExitCode.ERROR);
        assertThat(printed(err)).contains("Unknown format helm").contains("[compose, kubernetes, camel]");
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String printed(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }
}
