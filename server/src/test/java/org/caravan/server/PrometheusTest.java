package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.caravan.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What Prometheus reads, and that the dashboards ask for nothing else. */
class PrometheusTest {

    private static final List<Path> DASHBOARDS = List.of(Path.of("../examples/grafana/caravan.json"),
            Path.of("../examples/grafana/server.json"));
    private static final Path DOCUMENTATION = Path.of("../examples/grafana/README.md");
    private static final Pattern WORD = Pattern.compile("`([a-z0-9_]+)`");
    private static final String PATH_LABELS = "`from_site` `from_isp` `to_site` `to_isp` `family`";
    /** Told once a path is silent, a router has answered, or a very large problem was planned. */
    private static final Set<String> SELDOM = Set.of("caravan_path_silent", "caravan_usage_requests_per_second",
            "caravan_usage_latency_median_seconds", "caravan_partition_seconds", "caravan_request_rate_per_second",
            "caravan_request_failed_ratio", "caravan_request_latency_median_seconds", "caravan_prediction_latency_mean_seconds",
            "caravan_prediction_ratio_median");
    private static final Pattern FIGURE = Pattern.compile("\\b(?:caravan|jvm|process)_[a-z0-9_]+");
    private static final Pattern MATCHER = Pattern.compile("\\b((?:caravan|jvm|process)_[a-z0-9_]+)\\{([^}]*)\\}");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)!?=~?\"");
    private static final Pattern GROUPED = Pattern.compile("by \\(([^)]*)\\)");

    @TempDir
    Path data;

    @Test
    void theDashboardAsksForWhatIsThere() throws Exception {
        try (Server server = Server.start(data, List.of("--caravan.metrics.every=5s"))) {
            Client client = server.client;
            assertThat(client.send(client.request("/actuator/prometheus", "GET", null)).statusCode()).as("without a token").isEqualTo(401);
            assertThat(client.send(client.request("/actuator/env", "GET", null).header("Authorization", "Bearer " + client.token))
                    .statusCode()).isEqualTo(404);
            client.put("infrastructure", Server.files("sites.caravan"));
            client.put("applications/sock-shop/model", Server.files("shop.caravan"));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            client.expect(200, "POST", "applications/sock-shop/plans", null);
            client.expect(202, "POST", "applications/sock-shop/plans/latest/approval", null);
            client.await("applications/sock-shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));

            Set<String> asked = asked();
            assertThat(asked).isNotEmpty();
            Map<String, Set<String>> told = await().until(() -> told(client), all -> all.keySet().containsAll(asked));
            labelsAreThere(told);
            theDocumentedAreThere(told);
            JsonNode taken = client.await("metrics?application=sock-shop",
                    list -> list.valueStream().anyMatch(one -> one.has("cpuMilliCores")));
            assertThat(taken.get(0).path("copy").asString()).matches("[a-z-]+:1@1");
            assertThat(client.get("metrics?host=" + taken.get(0).path("hostId").asString()).valueStream().filter(one -> !one.has("copy"))
                    .toList()).hasSize(1);
            // Figures are of a moment ago: they are not read anew for each question.
            String done = "caravan_deployments{application=\"sock-shop\",state=\"done\"} 1.0";
            assertThat(await().until(() -> text(client), text -> text.contains(done)))
                    .containsPattern(
                            "caravan_path_rtt_seconds\\{family=\"ipv6\",from_isp=\"BKK\",from_site=\"users-bergen\","
                            + "origin=\"(measured|estimated)\",to_isp=\"Uninett\",to_site=\"simula\"} 0\\.0");
        }
    }

    private static void labelsAreThere(Map<String, Set<String>> told) throws Exception {
        for (String query : queries()) {
            Matcher matcher = MATCHER.matcher(query);
            while (matcher.find()) {
                String figure = matcher.group(1);
                LABEL.matcher(matcher.group(2)).results().forEach(label -> assertThat(told.get(figure)).as(query).contains(label.group(1)));
            }
            Matcher figures = FIGURE.matcher(query);
            Matcher grouped = GROUPED.matcher(query);
            while (figures.find() && grouped.find()) {
                assertThat(told.get(figures.group())).as(query).containsAll(Arrays.asList(grouped.group(1).split(", ?")));
            }
        }
    }

    /** Rows of the table: figures in full, of each its labels. */
    private static void theDocumentedAreThere(Map<String, Set<String>> told) throws Exception {
        List<String> rows = Files.readAllLines(DOCUMENTATION).stream().filter(line -> line.startsWith("| `caravan_")).toList();
        assertThat(rows).hasSizeGreaterThan(15);
        for (String row : rows) {
            String[] cells = row.split(" *\\| *");
            Set<String> labels = WORD.matcher(cells[2].replaceFirst("^path", PATH_LABELS)).results().map(found -> found.group(1))
                    .collect(Collectors.toSet());
            WORD.matcher(cells[1]).results().map(found -> found.group(1)).filter(name -> name.startsWith("caravan_")
                    && !SELDOM.contains(name)).forEach(name ->
                    assertThat(told.getOrDefault(name, told.get(name + "_count"))).as(name).isNotNull().containsAll(labels));
        }
    }

    private static Set<String> asked() throws Exception {
        Set<String> names = new TreeSet<>();
        for (String query : queries()) {
            FIGURE.matcher(query).results().forEach(found -> names.add(found.group()));
        }
        return names;
    }

    private static Set<String> queries() throws Exception {
        Set<String> queries = new TreeSet<>();
        for (Path file : DASHBOARDS) {
            JsonNode dashboard = Json.mapper().readTree(Files.readString(file));
            queries.addAll(dashboard.findValuesAsString("expr"));
            dashboard.path("templating").path("list").forEach(variable -> queries.add(variable.path("definition").asString()));
        }
        return queries;
    }

    /** Names, each with its labels; {@code instance} is what Prometheus itself adds. */
    private static Map<String, Set<String>> told(Client client) {
        Map<String, Set<String>> told = new TreeMap<>();
        text(client).lines().filter(line -> line.matches("(caravan|jvm|process)_.*")).forEach(line -> {
            Set<String> labels = told.computeIfAbsent(line.split("[{ ]")[0], any -> new TreeSet<>(Set.of("instance")));
            LABEL.matcher(line).results().forEach(label -> labels.add(label.group(1)));
        });
        return told;
    }

    private static String text(Client client) {
        HttpResponse<String> answer = client.send(client.request("/actuator/prometheus", "GET", null)
                .header("Authorization", "Bearer " + client.token));
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }
}
