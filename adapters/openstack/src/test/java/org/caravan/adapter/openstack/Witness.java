package org.caravan.adapter.openstack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks the cloud as a person with curl would: nothing of the adapter under test is used. */
final class Witness {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Map<String, List<String>> COLLECTIONS = Map.of(
            "compute", List.of("/servers/detail", "/os-keypairs"),
            "network", List.of("/v2.0/ports", "/v2.0/floatingips", "/v2.0/security-groups"));

    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, String> endpoints = new TreeMap<>();
    private final String token;

    Witness(String endpoint, String user, String password) {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create(endpoint + "/auth/tokens"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("""
                        {"auth": {"identity": {"methods": ["password"], "password": {"user": {"name": "%1$s", "password": "%2$s",
                         "domain": {"id": "default"}}}}, "scope": {"project": {"name": "%1$s", "domain": {"id": "default"}}}}}
                        """.formatted(user, password))).build());
        token = answer.headers().firstValue("X-Subject-Token").orElseThrow(() -> new AssertionError(answer.body()));
        for (JsonNode service : JSON.readTree(answer.body()).path("token").path("catalog")) {
            endpoints.put(service.path("type").asString(), service.path("endpoints").get(0).path("url").asString());
        }
    }

    JsonNode get(String service, String path) {
        return JSON.readTree(send(to(service, path).GET().build()).body());
    }

    JsonNode post(String service, String path, String body) {
        HttpResponse<String> answer = send(to(service, path).POST(HttpRequest.BodyPublishers.ofString(body)).build());
        if (answer.statusCode() >= 300) {
            throw new AssertionError(answer.body());
        }
        return JSON.readTree(answer.body());
    }

    void delete(String service, String path) {
        send(to(service, path).DELETE().build());
    }

    private HttpRequest.Builder to(String service, String path) {
        return HttpRequest.newBuilder(URI.create(endpoints.get(service) + path)).header("X-Auth-Token", token)
                .header("Content-Type", "application/json");
    }

    /** Everything that has one of these words anywhere in its description, and public addresses that stand for nothing. */
    List<String> traces(List<String> words) {
        List<String> traces = new ArrayList<>();
        COLLECTIONS.forEach((service, paths) -> paths.forEach(path -> get(service, path)
                .forEach(collection -> collection.forEach(element -> {
            String text = element.toString();
            if (words.stream().anyMatch(text::contains) || path.endsWith("floatingips") && element.path("port_id").isNull()) {
                traces.add(path + " " + text);
            }
        }))));
        return traces;
    }

    /** What the security groups with this description let in, in the words of {@code MachineFixture.openings}. */
    SortedSet<String> openings(String description) {
        SortedSet<String> openings = new TreeSet<>();
        get("network", "/v2.0/security-groups").path("security_groups")
                .forEach(group -> group.path("security_group_rules").forEach(rule -> {
            if (group.path("description").asString().equals(description) && rule.path("direction").asString().equals("ingress")) {
                String first = rule.path("port_range_min").asString("");
                String last = rule.path("port_range_max").asString("");
                String ports = first.equals(last) ? first : first + "-" + last;
                openings.add(Stream.of(rule.path("protocol").asString("any").replace("ipv6-icmp", "icmp"), ports,
                        rule.path("ethertype").asString().toLowerCase(Locale.ROOT), rule.path("remote_ip_prefix").asString(""),
                        rule.path("remote_group_id").asString("")).filter(word -> !word.isEmpty()).collect(Collectors.joining(" ")));
            }
        }));
        return openings;
    }

    /** Removes the rules for SSH and ICMP. */
    boolean withdraw(String description) {
        List<String> rules = new ArrayList<>();
        get("network", "/v2.0/security-groups").path("security_groups")
                .forEach(group -> group.path("security_group_rules").forEach(rule -> {
            if (group.path("description").asString().equals(description) && rule.path("direction").asString().equals("ingress")
                    && (rule.path("port_range_min").isNull() || rule.path("port_range_min").asInt() == 22)) {
                rules.add(rule.path("id").asString());
            }
        }));
        rules.forEach(id -> delete("network", "/v2.0/security-group-rules/" + id));
        return !rules.isEmpty();
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(request.uri().toString(), e);
        }
    }

    /** The containers behind the cloud's machines whose file has one of these words. */
    static List<String> containers(Path ground, List<String> words) {
        try (var folders = Files.exists(ground.resolve("machines")) ? Files.list(ground.resolve("machines")) : Stream.<Path>empty()) {
            List<String> found = new ArrayList<>();
            for (Path folder : folders.toList()) {
                Path file = folder.resolve("machine.json");
                if (!Files.exists(file) || words.stream().anyMatch(word -> contains(file, word))) {
                    found.add("container " + folder.getFileName());
                }
            }
            return found;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean contains(Path file, String word) {
        try {
            return Files.readString(file).contains(word);
        } catch (IOException e) {
            return false; // gone meanwhile
        }
    }
}
