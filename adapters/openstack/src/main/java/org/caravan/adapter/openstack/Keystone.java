package org.caravan.adapter.openstack;

import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Session with one project of a cloud: its token and service endpoints. Renewed shortly before the token expires. */
final class Keystone {

    private static final Duration MARGIN = Duration.ofMinutes(2);

    /** A token with its project and endpoints. */
    private record Session(String token, String projectId, Instant until, Map<String, String> endpoints) {}

    private final RegionLabel where;
    private final OpenStackAccount account;
    private final Rest rest;
    private final Clock clock;
    private Session session;

    Keystone(RegionLabel where, OpenStackAccount account, Rest rest, Clock clock) {
        this.where = where;
        this.account = account;
        this.rest = rest;
        this.clock = clock;
    }

    String token() {
        return session().token();
    }

    String projectId() {
        return session().projectId();
    }

    /** URL of the service of this type in the region, without a trailing slash. */
    String endpoint(String type) {
        String url = session().endpoints().get(type);
        if (url == null) {
            throw OpenStackFault.unknown("service", type, where, session().endpoints().keySet());
        }
        return url;
    }

    /** Discards the token after a 401, because a cloud may invalidate tokens early. */
    synchronized void forget() {
        session = null;
    }

    private synchronized Session session() {
        if (session == null || clock.instant().plus(MARGIN).isAfter(session.until())) {
            session = begin();
        }
        return session;
    }

    private Session begin() {
        String doing = "log in";
        HttpResponse<String> response = rest.send(where, doing, "POST", where.endpoint() + "/auth/tokens", "", question())
                .orElseThrow(() -> OpenStackFault.failed(where, doing, 404, "there is no Keystone of version 3"));
        JsonNode token = Rest.json(where, doing, response).path("token");
        String text = response.headers().firstValue("X-Subject-Token")
                .orElseThrow(() -> OpenStackFault.failed(where, doing, response.statusCode(), "no token"));
        return new Session(text, token.path("project").path("id").asString(""), until(doing, response.statusCode(), token),
                endpoints(token));
    }

    private Instant until(String doing, int status, JsonNode token) {
        try {
            return Instant.parse(token.path("expires_at").asString(""));
        } catch (DateTimeParseException e) {
            throw OpenStackFault.failed(where, doing, status, "a token without the time of its end");
        }
    }

    private ObjectNode question() {
        ObjectNode whole = Rest.object();
        ObjectNode auth = whole.putObject("auth");
        ObjectNode identity = auth.putObject("identity");
        identity.putArray("methods").add("password");
        ObjectNode user = identity.putObject("password").putObject("user");
        user.put("name", account.user()).put("password", account.password()).putObject("domain").put("name", account.userDomain());
        auth.putObject("scope").putObject("project").put("name", account.project()).putObject("domain")
                .put("name", account.projectDomain());
        return whole;
    }

    private Map<String, String> endpoints(JsonNode token) {
        Map<String, String> found = new TreeMap<>();
        Set<String> regions = new TreeSet<>();
        for (JsonNode service : token.path("catalog")) {
            for (JsonNode endpoint : service.path("endpoints")) {
                regions.add(endpoint.path("region_id").asString(""));
                if (endpoint.path("interface").asString("").equals("public")
                        && endpoint.path("region_id").asString("").equals(where.region())) {
                    found.put(service.path("type").asString(""), endpoint.path("url").asString("").replaceAll("(?<!/)/+$", ""));
                }
            }
        }
        if (found.isEmpty()) {
            throw OpenStackFault.unknown("region", where.region(), where, regions);
        }
        return found;
    }
}
