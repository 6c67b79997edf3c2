package org.caravan.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.caravan.cli.Main;
import org.caravan.cli.PlainHttpServer;
import org.caravan.cli.Printed;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ServiceCreateCommandTest {

    @RegisterExtension
    private final Printed printed = new Printed();

    @TempDir
    Path folder;

    private int create(PlainHttpServer server, String... words) {
        String[] all = new String[words.length + 6];
        System.arraycopy(words, 0, all, 2, words.length);
        all[0] = "service";
        all[1] = "create";
        all[words.length + 2] = "-o";
        all[words.length + 3] = folder.resolve("shop.caravan").toString();
        all[words.length + 4] = "--server";
        all[words.length + 5] = server.url();
        return Main.run(all);
    }

    @Test
    void aBadUploadIsRefusedBeforeTheServerIsAsked() throws IOException {
        Path site = Files.createDirectories(folder.resolve("site/public"));
        Files.writeString(site.resolve("index.php"), "<?php");
        try (PlainHttpServer server = new PlainHttpServer("{}")) {
            assertThat(create(server, "web", "shop", site.getParent().toString())).isEqualTo(ExitCode.ERROR);
            assertThat(server.asked()).noneMatch(path -> path.contains("image") || path.contains("model") || path.contains("secret"));
        }
        assertThat(printed.text()).contains("The folder site has no index.php or index.html. [no-entry-point]",
                "    Maybe give the folder of site/public/index.php.");
        assertThat(folder.resolve("shop.caravan")).doesNotExist();
    }

    @Test
    void aModelThatIsThereIsNotOverwrittenAndAWrongWordNamesTheKinds() throws IOException {
        try (PlainHttpServer server = new PlainHttpServer("{}")) {
            assertThat(create(server, "wab", "shop")).isEqualTo(ExitCode.USAGE);
            assertThat(printed.text()).contains("Maybe use one of [web, java, redis, mysql, postgresql, files, taskfarm, flink, generic].");
            assertThat(create(server, "redis", "shop", "--users", "oslo=fast")).isEqualTo(ExitCode.ERROR);
            assertThat(printed.text()).contains("[users-rate]", "Maybe write oslo=20.");
            assertThat(create(server, "web", "shop", folder.resolve("none").toString())).isEqualTo(ExitCode.ERROR);
            assertThat(printed.text()).contains("it does not exist [file-unreadable]");
            Files.writeString(folder.resolve("shop.caravan"), "mine");
            assertThat(create(server, "redis", "shop")).isEqualTo(ExitCode.ERROR);
            assertThat(printed.text()).contains("[file-exists]");
            assertThat(server.asked()).isEmpty();
        }
        assertThat(folder.resolve("shop.caravan")).hasContent("mine");
    }

    /** The server creates the service and cannot plan it. */
    @Test
    void whatWasCreatedIsRemovedAgainTheLastFirst() throws IOException {
        List<String> asked = Collections.synchronizedList(new ArrayList<>());
        try (PlainHttpServer server = new PlainHttpServer(request -> {
            asked.add(request.replace("/api/v1/", ""));
            return answer(request.replace("/api/v1/", ""));
        })) {
            assertThat(create(server, "redis", "shop")).isEqualTo(ExitCode.ERROR);
        }
        assertThat(asked).containsSubsequence("POST services", "POST applications/shop/plannings", "DELETE applications/shop/model",
                "DELETE secrets/shop-password", "DELETE images/service/shop");
        assertThat(folder.resolve("shop.caravan")).doesNotExist();
        assertThat(printed.text()).contains("image   service/shop on caravan/services/redis for amd64",
                "secret  shop-password is a new random password", "model   " + folder.resolve("shop.caravan"),
                "of shop are removed again.");
    }

    private static PlainHttpServer.Answer answer(String request) {
        String path = request.replaceFirst("\\?.*", "");
        return switch (path) {
            case "GET applications" -> new PlainHttpServer.Answer(200, "[]");
            case "POST services" -> new PlainHttpServer.Answer(201, "{\"name\":\"shop\",\"kind\":\"redis\",\"image\":\"service/shop\","
                    + "\"imageIsNew\":true,\"engine\":\"caravan/services/redis\",\"architectures\":[\"amd64\"],\"passwords\":[{\"secret\":"
                    + "\"shop-password\",\"isNew\":true}],\"model\":\"application shop\",\"warnings\":[]}");
            case "POST applications/shop/plannings" -> new PlainHttpServer.Answer(403,
                    "{\"detail\":\"no\",\"code\":\"not-allowed\",\"suggestion\":\"ask.\"}");
            default -> new PlainHttpServer.Answer(200, "{}");
        };
    }

    /** The server updates the service and cannot plan it. */
    @Test
    void anUpdateThatFailsRestoresModelAndFileIfNobodyChangedThem() throws IOException {
        Path file = folder.resolve("shop.caravan");
        Path page = Files.writeString(folder.resolve("index.html"), "<p>");
        Files.writeString(file, "application shop");
        for (int restored : new int[] {200, 412}) {
            List<String> asked = Collections.synchronizedList(new ArrayList<>());
            try (PlainHttpServer server = new PlainHttpServer(request -> {
                String path = request.replace("/api/v1/", "").replaceFirst("\\?.*", "");
                asked.add(path);
                return path.startsWith("PUT") && restored == 412 ? new PlainHttpServer.Answer(412,
                        "{\"detail\":\"other\",\"code\":\"changed-meanwhile\",\"suggestion\":\"read it.\"}") : updated(path);
            })) {
                assertThat(create(server, "web", "shop", page.toString(), "--update")).isEqualTo(ExitCode.ERROR);
                assertThat(server.asked()).anyMatch(path -> path.contains("update=true"));
                assertThat(server.bodies()).contains("{\"files\":{\"shop.caravan\":\"application shop\"}}");
                assertThat(server.header("If-Match")).containsExactly("\"d1\"");
            }
            assertThat(file).hasContent("application shop");
            // The image of a model that stays also stays.
            assertThat(asked.contains("DELETE images/service/shop.0a1b")).isEqualTo(restored == 200);
        }
        assertThat(printed.text()).contains("warning: kept [model-kept]", "The model of shop is as before.",
                "the former model of shop cannot be restored: other");
    }

    @Test
    void anUpdateDoesNotOverwriteAFileWithOtherChanges() throws IOException {
        Path file = Files.writeString(folder.resolve("shop.caravan"), "application shop // mine");
        Path page = Files.writeString(folder.resolve("index.html"), "<p>");
        try (PlainHttpServer server = new PlainHttpServer(request -> updated(request.replace("/api/v1/", "").replaceFirst("\\?.*", "")))) {
            assertThat(create(server, "web", "shop", page.toString(), "--update")).isEqualTo(ExitCode.ERROR);
            assertThat(server.asked()).noneMatch(path -> path.contains("services"));
        }
        assertThat(printed.text()).contains("is not the model on the server", "Maybe deploy it first: caravan deploy " + file);
        assertThat(file).hasContent("application shop // mine");
    }

    private static PlainHttpServer.Answer updated(String path) {
        return switch (path) {
            case "GET applications" -> new PlainHttpServer.Answer(200, "[{\"name\":\"shop\"}]");
            case "GET applications/shop/model" -> new PlainHttpServer.Answer(200, "{\"name\":\"shop\",\"version\":\"1\",\"digest\":\"d0\","
                    + "\"files\":{\"shop.caravan\":\"application shop\"}}");
            case "POST services" -> new PlainHttpServer.Answer(201, "{\"name\":\"shop\",\"kind\":\"web\",\"image\":"
                    + "\"service/shop.0a1b\",\"imageIsNew\":true,\"engine\":\"caravan/services/web\",\"architectures\":[\"amd64\"],"
                    + "\"passwords\":[],\"model\":\"application shop new\",\"digest\":\"d1\",\"before\":{\"shop.caravan\":"
                    + "\"application shop\"},\"warnings\":[{\"severity\":\"WARNING\",\"code\":\"model-kept\",\"message\":\"kept\","
                    + "\"suggestion\":\"look.\"}]}");
            default -> answer(path);
        };
    }

    @Test
    void theKindsAreListed() {
        assertThat(Main.run("service", "kinds")).isEqualTo(ExitCode.DONE);
        assertThat(printed.text()).contains("web ", "engine: caravan/services/web");
        assertThat(Main.run("service", "kinds", "--json")).isEqualTo(ExitCode.DONE);
        assertThat(printed.text()).contains("\"baseImage\" : \"caravan/services/mysql\"");
    }
}
