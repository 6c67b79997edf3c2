package org.caravan.routing.powerdns;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Client for the required parts of the PowerDNS HTTP API (doc.powerdns.com, authoritative server, zones). */
final class PowerDnsApi {

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(20);
    private static final int NOT_FOUND = 404;
    /** Status of versions before 4.4 for a missing zone. */
    private static final int UNPROCESSABLE = 422;

    private final JsonMapper json = JsonMapper.builder().build();
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final PowerDnsSettings settings;

    PowerDnsApi(PowerDnsSettings settings) {
        this.settings = settings;
    }

    /** Empty if the zone does not exist. */
    Optional<List<RecordSet>> recordSets() {
        HttpResponse<String> answer = send("GET", "zones/" + settings.zone(), null);
        if (answer.statusCode() == NOT_FOUND || answer.statusCode() == UNPROCESSABLE) {
            return Optional.empty();
        }
        List<RecordSet> sets = new ArrayList<>();
        good(answer).path("rrsets").forEach(set -> sets.add(read(set)));
        return Optional.of(sets);
    }

    void createZone() {
        good(send("POST", "zones", Map.of("name", settings.zone(), "kind", "Native", "account", RecordSet.ACCOUNT,
                "nameservers", settings.nameServers(), "soa_edit_api", "INCREASE")));
    }

    void change(ZoneChange change) {
        List<Map<String, Object>> sets = new ArrayList<>();
        change.replaced().forEach(set -> sets.add(Map.of("name", set.name(), "type", set.type(), "changetype", "REPLACE",
                "ttl", set.ttlSeconds(),
                "records", set.contents().stream().map(content -> Map.of("content", content, "disabled", false)).toList(),
                "comments", List.of(Map.of("content", set.mark().orElseThrow().text(), "account", RecordSet.ACCOUNT)))));
        change.removed().forEach(set -> sets.add(Map.of("name", set.name(), "type", set.type(), "changetype", "DELETE",
                "records", List.of(), "comments", List.of())));
        good(send("PATCH", "zones/" + settings.zone(), Map.of("rrsets", sets)));
    }

    private static RecordSet read(JsonNode set) {
        Optional<RecordSet.Mark> mark = set.path("comments").valueStream()
                .filter(comment -> comment.path("account").asString("").equals(RecordSet.ACCOUNT))
                .flatMap(comment -> RecordSet.Mark.parse(comment.path("content").asString("")).stream())
                .findFirst();
        return new RecordSet(set.path("name").asString().toLowerCase(Locale.ROOT), set.path("type").asString(), set.path("ttl").asLong(),
                set.path("records").valueStream().map(record -> record.path("content").asString()).toList(), mark);
    }

    private HttpResponse<String> send(String method, String path, Object body) {
        HttpRequest request = HttpRequest.newBuilder(settings.server().resolve("/api/v1/servers/" + settings.serverId() + "/" + path))
                .timeout(ANSWER_LIMIT)
                .header("X-API-Key", key())
                .header("Content-Type", "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json.writeValueAsString(body)))
                .build();
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AdapterFault(AdapterFault.Kind.UNREACHABLE,
                    "PowerDNS at %s does not answer%s.\nMaybe its web server is off (webserver=yes, api=yes)."
                    .formatted(settings.server(), e.getMessage() == null ? "" : ": " + e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AdapterFault(AdapterFault.Kind.FAILED, "The question to PowerDNS was interrupted.\nMaybe repeat it.", e);
        }
    }

    private String key() {
        try {
            return Files.readString(settings.keyFile()).strip();
        } catch (IOException e) {
            throw new AdapterFault(AdapterFault.Kind.UNTRUSTED,
                    "The key of PowerDNS cannot be read from %s.\nMaybe write it there, readable by the server alone."
                    .formatted(settings.keyFile()), e);
        }
    }

    private JsonNode good(HttpResponse<String> answer) {
        int status = answer.statusCode();
        if (status == 401 || status == 403) {
            throw new AdapterFault(AdapterFault.Kind.UNTRUSTED,
                    ("PowerDNS at %s rejects the API key.\nMaybe %s does not contain its api-key, or webserver-allow-from excludes this "
                    + "server.")
                    .formatted(settings.server(), settings.keyFile()));
        }
        if (status >= 400) {
            throw new AdapterFault(AdapterFault.Kind.FAILED, "PowerDNS at %s does not change zone (%s): %d %s.\nMaybe read its log."
                    .formatted(settings.server(), settings.zone(), status, answer.body().strip()));
        }
        return answer.body().isBlank() ? json.createObjectNode() : json.readTree(answer.body());
    }
}
