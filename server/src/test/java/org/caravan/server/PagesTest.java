package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.caravan.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Every list comes in pages, in one of two ways: newest first by {@code before}, or in the order of names by {@code after}. */
class PagesTest {

    private static final Pattern NEXT = Pattern.compile("</api/v1/([^>]+)>; rel=\"next\"");

    @TempDir
    static Path data;

    private static Server server;
    private static Client client;
    private static JsonNode paths;

    @BeforeAll
    static void start() {
        server = Server.start(data);
        client = server.client;
        paths = client.get("openapi").path("paths");
        client.put("infrastructure", Server.files("sites.caravan"));
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private Stream<String> lists() {
        return paths.properties().stream().filter(path -> path.getValue().path("get").path("responses").path("200").path("content")
                .path("application/json").path("schema").path("type").asString("").equals("array"))
                .map(path -> path.getKey());
    }

    private List<String> parameters(String path) {
        return paths.path(path).path("get").path("parameters").valueStream()
                .filter(parameter -> parameter.path("in").asString().equals("query")).map(parameter -> parameter.path("name").asString())
                .toList();
    }

    @Test
    void whatAnswersAnArrayHasPages() {
        assertThat(lists()).contains("/api/v1/applications", "/api/v1/decisions", "/api/v1/applications/{name}/rules")
                .hasSizeGreaterThan(15).allSatisfy(path -> {
            assertThat(parameters(path)).as(path).contains("most").containsAnyOf("before", "after");
            JsonNode operation = paths.path(path).path("get");
            assertThat(operation.path("responses").path("200").path("headers").path("Link").path("description").asString()).as(path)
                    .contains("rel=\"next\"");
            assertThat(operation.path("responses").path("422").path("x-codes").toString()).as(path).contains("page-most");
            assertThat(operation.path("description").asString()).as(path).containsIgnoringCase("paged");
        });
    }

    /** Whatever else happens at the server meanwhile, what was there before and is there afterwards is seen once. */
    @Test
    void whoFollowsThePagesSeesAllOfAList() {
        for (String name : List.of("paged-a", "paged-b", "paged-c")) {
            client.put("secrets/" + name, "{\"value\": \"x\"}");
            client.expect(201, "POST", "tokens", "{\"name\": \"" + name + "\", \"role\": \"viewer\"}");
        }
        List<String> walked = new ArrayList<>();
        lists().filter(path -> !path.contains("{") && parameters(path).contains("after")
                || path.endsWith("/tokens")).map(path -> path.replace("/api/v1/", "")).forEach(path -> {
            List<JsonNode> before = all(path + "?most=1000");
            if (before.size() > 1 && before.size() < 200) {
                walked.add(path);
                List<JsonNode> paged = all(path + "?most=1");
                Set<JsonNode> kept = new HashSet<>(before);
                kept.retainAll(all(path + "?most=1000"));
                assertThat(paged).as(path).containsAll(kept).doesNotHaveDuplicates();
                assertThat(paged.stream().filter(kept::contains).toList()).as(path + " in the same order")
                        .isEqualTo(before.stream().filter(kept::contains).toList());
            }
        });
        assertThat(walked).contains("rules", "secrets", "tokens");
    }

    @Test
    void hostsOfAPageAreAskedTogetherWithThoseThatDoNotAnswer() {
        List<String> all = hosts(client.get("nodes"));
        HttpResponse<String> first = asked("nodes?most=2");
        assertThat(hosts(Json.mapper().readTree(first.body()))).isEqualTo(all.subList(0, 2));
        HttpResponse<String> second = asked(next(first));
        assertThat(hosts(Json.mapper().readTree(second.body()))).isEqualTo(all.subList(2, 4));
    }

    private static List<String> hosts(JsonNode nodes) {
        return Stream.concat(nodes.path("hosts").valueStream(), nodes.path("unobserved").valueStream())
                .map(host -> host.path("hostId").asString()).sorted().toList();
    }

    @Test
    void aPageThatCannotBeIsRefused() {
        assertThat(client.expect(422, "GET", "applications?most=0", null).path("code").asString()).isEqualTo("page-most");
        assertThat(client.expect(400, "GET", "applications?most=many", null).path("detail").asString()).contains("most");
        assertThat(client.expect(400, "GET", "applications?before=x", null).path("suggestion").asString()).startsWith("write one of ")
                .contains("after", "most", "state");
    }

    private List<JsonNode> all(String path) {
        List<JsonNode> all = new ArrayList<>();
        for (String page = path; page != null; ) {
            HttpResponse<String> answer = asked(page);
            if (answer.statusCode() != 200) {
                return List.of(); // off, or nothing is known yet
            }
            Json.mapper().readTree(answer.body()).forEach(all::add);
            page = next(answer);
        }
        return all;
    }

    private HttpResponse<String> asked(String path) {
        HttpResponse<String> answer = client.send(client.request(path, "GET", null).header("Authorization", "Bearer " + client.token));
        assertThat(answer.statusCode()).as(path + answer.body()).isIn(200, 409);
        return answer;
    }

    private static String next(HttpResponse<String> answer) {
        return answer.headers().firstValue("Link").map(NEXT::matcher).filter(Matcher::matches).map(found -> found.group(1)).orElse(null);
    }
}
