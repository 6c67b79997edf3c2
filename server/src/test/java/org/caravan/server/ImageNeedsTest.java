package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.caravan.cli.Main;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Plan, lint, {@code deploy} and approval name a missing image, router image or secret, and the command that provides it. ImageCheckTest
 * tests images of another architecture, and base images.
 */
class ImageNeedsTest {

    @TempDir
    static Path data;

    @TempDir
    static Path folder;

    private static Server server;
    private static Client client;

    @BeforeAll
    static void start() throws Exception {
        missing("acme/none", "acme/a", "acme/b", "acme/later", "caravan/router");
        server = Server.start(data);
        client = server.client;
        client.put("infrastructure", Server.files("field-faults/city.caravan"));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void missing(String... images) throws IOException {
        Files.write(data.resolve("simulated-missing-images.txt"), List.of(images));
    }

    private static String model(String application, String form, String more) {
        return """
                application %s {
                  component web { form container { %s  cpu 0.1  memory 64 MiB } provides http on 80 }
                  require web at depot
                  %s
                }
                """.formatted(application, form, more);
    }

    private record Printed(int exitCode, String text) {}

    private static Printed caravan(String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--server", "http://127.0.0.1:" + client.base.getPort(), "--token-file",
                Files.writeString(folder.resolve("token"), client.token).toString()));
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (PrintStream both = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            System.setOut(both);
            System.setErr(both);
            return new Printed(Main.run(all.toArray(String[]::new)), printed.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    /** What one prerequisite does to plan, lint, deploy and approval. */
    private static void assertNamed(String application, String text, String code, String subject, String command) throws IOException {
        String file = Files.writeString(folder.resolve(application + ".caravan"), text).toString();
        Printed plan = caravan("plan", file);
        assertThat(plan.exitCode()).as(plan.text()).isEqualTo(2);
        Printed lint = caravan("plan", "lint", application);
        assertThat(lint.exitCode()).as(lint.text()).isEqualTo(1);
        Printed deploy = caravan("deploy", application, "--auto-approve");
        assertThat(deploy.exitCode()).as(deploy.text()).isEqualTo(1);
        for (Printed printed : List.of(plan, lint, deploy)) {
            assertThat(printed.text()).contains(code, subject, command).doesNotContain(data.toString());
        }
        JsonNode latest = client.get("applications/" + application + "/plans/latest");
        JsonNode refused = client.expect(409, "POST",
                "applications/" + application + "/plans/" + latest.path("id").asString() + "/approval", null);
        assertThat(refused.path("code").asString()).isEqualTo(code);
        assertThat(refused.toString()).contains(subject, command);
        assertThat(client.get("applications/" + application + "/deployments")).as("nothing began").isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            none | image "acme/none" | image-missing | acme/none | caravan image import FILE --name acme/none
            pw | image "shop/web"  secrets { pw from never-set } | secret-not-set | never-set | caravan secret set never-set
            key | image "shop/web"  secrets { a from one  b from other } | secret-not-set | other | caravan secret set other
            both | image "acme/a"  secrets { a from also } | image-missing | acme/a | caravan image import FILE --name acme/a
            """)
    void everyMissingPrerequisiteIsNamedWithTheCommandThatProvidesIt(String application, String form, String code, String subject,
            String command) throws IOException {
        assertNamed(application, model(application, form, ""), code, subject, command);
    }

    @Test
    void theImageOfARouterIsOneOfThem() throws IOException {
        assertNamed("routed", model("routed", "image \"shop/web\"", """
                users u { at station via Bredband ipv4  rate 1 requests/s  mix r 100 %  entry by router }
                  request r { users -> web  turns 1  bytes 1 KiB }"""), "image-missing", "caravan/router",
                "caravan image push images caravan/router");
    }

    @Test
    void allOfThemAreListedAtOnce() throws IOException {
        Files.writeString(folder.resolve("all.caravan"), """
                application all {
                  component a { form container { image "acme/a"  cpu 0.1  memory 64 MiB } provides http on 80 }
                  component b { form container { image "acme/b"  cpu 0.1  memory 64 MiB  secrets { pw from of-b } } provides http on 81 }
                  require a at depot  require b at depot
                }
                """);
        assertThat(caravan("plan", folder.resolve("all.caravan").toString()).text()).contains("acme/a", "acme/b", "of-b");
        assertThat(caravan("deploy", "all", "--auto-approve").text()).contains("acme/a", "acme/b", "of-b");
    }

    /** The same plan is sound once the command was followed; nobody plans again. */
    @Test
    void thePlanIsSoundOnceTheImageIsThere() throws IOException {
        assertNamed("later", model("later", "image \"acme/later\"", ""), "image-missing", "acme/later", "image import");
        missing("acme/none", "acme/a", "acme/b", "caravan/router");
        Printed lint = caravan("plan", "lint", "later");
        assertThat(lint.exitCode()).as(lint.text()).isZero();
        JsonNode latest = client.get("applications/later/plans/latest");
        client.expect(202, "POST", "applications/later/plans/" + latest.path("id").asString() + "/approval", null);
        assertThat(client.await("applications/later/deployments/latest", run -> !run.path("state").asString().endsWith("ING"))
                .path("state").asString()).isEqualTo("DONE");
    }
}
