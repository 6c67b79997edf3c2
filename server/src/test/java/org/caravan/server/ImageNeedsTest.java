package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.caravan.canonical.Digest;
import org.caravan.cli.Main;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageIndex;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.Layer;
import org.caravan.image.ManifestText;
import org.caravan.infrastructure.Architecture;
import org.caravan.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Plan, lint, approval and {@code deploy} name a missing image, router image or secret, and the command that provides it. A real server with
 * LXC hosts that do not answer: prerequisites are checked without contacting hosts. Samples come from a simulated server on the same data.
 */
class ImageNeedsTest {

    private static final String SITES = "image-needs-sites.caravan";

    @TempDir
    static Path data;

    @TempDir
    static Path folder;

    private static Server server;
    private static Client client;

    @BeforeAll
    static void start() throws Exception {
        try (Server simulated = Server.start(data)) {
            simulated.client.put("infrastructure", Server.files(SITES));
            String run = simulated.client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
            simulated.client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
        }
        publish("shop/web", Architecture.AMD64, "/web");
        publish("shop/base", Architecture.AMD64);
        server = Server.startReal(data, folder.resolve("images"), HostileNode.credentials(folder.resolve("credentials")));
        client = server.client;
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Writes a manifest, as {@code image-build} does; layers are read only when an image is transferred. */
    private static void publish(String name, Architecture architecture, String... start) throws IOException {
        ImageManifest manifest = new ImageManifest(name, ImageKind.CONTAINER, architecture,
                List.of(new Layer(ContentDigest.parse("sha256:" + Digest.of(name)), 1)), List.of(start), Map.of());
        Path file = folder.resolve("images/manifests").resolve(name + ".json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, ManifestText.write(new ImageIndex(name, List.of(manifest))));
    }

    private static String model(String application, String form, String site, String more) {
        return "application %s {\n  component web { form container { %s  cpu 0.1  memory 64 MiB } provides http on 80 }\n  require web at %s\n%s}\n"
                .formatted(application, form, site, more);
    }

    private record Printed(int exitCode, String text) {}

    private static Printed caravan(String... words) throws IOException {
        List<String> all = new java.util.ArrayList<>(List.of(words));
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
            assertThat(printed.text()).contains(code, subject, command).doesNotContain(folder.toString());
        }
        JsonNode latest = client.get("applications/" + application + "/plans/latest");
        JsonNode refused = client.expect(409, "POST",
                "applications/" + application + "/plans/" + latest.path("id").asString() + "/approval", null);
        assertThat(refused.path("code").asString()).isEqualTo(code);
        assertThat(refused.toString()).contains(subject, command);
        assertThat(client.get("applications/" + application).path("state").asString()).as("nothing began").isNotIn("RUNNING", "FAILED");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            none     | image "acme/none"                                     | depot  | image-missing  | acme/none    | caravan image import FILE --name acme/none
            other    | image "shop/web:2"                                    | depot  | image-missing  | shop/web:2   | caravan image import FILE --name shop/web:2
            boards   | image "shop/web"                                      | corner | image-unfit    | shop/web     | caravan image import FILE --name shop/web --arch arm64
            base     | image "shop/base"                                     | depot  | image-unfit    | shop/base    | caravan image import FILE --name shop/base --start WORD
            pw       | image "shop/web"  secrets { pw from never-set }        | depot  | secret-not-set | never-set    | caravan secret set never-set
            key      | image "shop/web"  secrets { a from one  b from other }| depot  | secret-not-set | other        | caravan secret set other
            """)
    void everyMissingPrerequisiteIsNamedWithTheCommandThatProvidesIt(String application, String form, String site, String code, String subject,
            String command) throws IOException {
        assertNamed(application, model(application, form, site, ""), code, subject, command);
    }

    @Test
    void theImageOfARouterIsOneOfThem() throws IOException {
        assertNamed("routed", model("routed", "image \"shop/web\"", "depot", """
                  users u { at station via Bredband ipv4  rate 1 requests/s  mix r 100 %  entry by router }
                  request r { users -> web  turns 1  bytes 1 KiB }
                """), "image-missing", "caravan/router", "caravan image push images caravan/router");
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
        assertNamed("later", model("later", "image \"acme/later\"", "depot", ""), "image-missing", "acme/later", "image import");
        publish("acme/later", Architecture.AMD64, "/web");
        Printed lint = caravan("plan", "lint", "later");
        assertThat(lint.exitCode()).as(lint.text()).isZero();
        JsonNode latest = client.get("applications/later/plans/latest");
        client.expect(202, "POST", "applications/later/plans/" + latest.path("id").asString() + "/approval", null);
    }

    @Test
    void aPlanThatNeedsNothingSaysNothing() throws IOException {
        String file = Files.writeString(folder.resolve("sound.caravan"), model("sound", "image \"shop/web\"", "depot", "")).toString();
        assertThat(caravan("plan", file).text()).doesNotContain("image-missing", "image-unfit", "secret-not-set");
        Printed lint = caravan("plan", "lint", "sound");
        assertThat(lint.exitCode()).as(lint.text()).isZero();
        assertThat(Json.write(client.get("applications/sound/plans/latest"))).doesNotContain("image-");
    }
}
