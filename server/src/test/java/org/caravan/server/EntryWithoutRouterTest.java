package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.abort;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.caravan.adapter.testkit.BandwidthTraffic;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.TinyImage;
import org.caravan.infrastructure.Host;
import org.caravan.json.Json;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xbill.DNS.ClientSubnetOption;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Resolver;
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.Type;
import tools.jackson.databind.JsonNode;

/**
 * Users who enter without a router: 30 DNS queries of their subnet, and 60 connections from their site to the copy that serves them, are
 * all counted and shown as queries and connections, never as requests.
 */
@Tag("real")
class EntryWithoutRouterTest {

    private static final String MANAGEMENT = "198.18.95";
    private static final int QUERIES = 30;
    private static final int SHORT = 56;
    private static final int KEPT_OPEN = 4;
    /** Short connections that the copy ends before the next reading, and some that are open at a reading. */
    private static final String CLIENTS = """
            cat >/run/clients.py <<'P'
            import socket, sys, time
            def ask(one):
                one.sendall(b"GET / HTTP/1.0\\r\\nHost: shelf\\r\\n\\r\\n")
                while one.recv(65536): pass
            for i in range(%d):
                with socket.create_connection((sys.argv[1], 80), 10) as one: ask(one)
                time.sleep(0.05)
            kept = [socket.create_connection((sys.argv[1], 80), 10) for i in range(%d)]
            for i in range(30):
                for one in kept: one.sendall(b"G" if i == 0 else b"E")
                time.sleep(1)
            P
            setsid nohup python3 /run/clients.py %s >/dev/null 2>&1 &
            """;

    private Client client;

    @Test
    void queriesAndConnectionsOfUsersAreCountedAsSuch(@TempDir Path data) throws Exception {
        skip(EmulatedBed.whyNot(), TinyImage.whyNot());
        Path images = data.resolve("images");
        TinyImage.publish(images);
        InetSocketAddress names = new InetSocketAddress(InetAddress.getLoopbackAddress(), 5189);
        try (EmulatedBed bed = EmulatedBed.raise("cvnb", MANAGEMENT);
                Server server = Server.startReal(data, images, Path.of("target/credentials").toAbsolutePath(),
                        "--caravan.dns.listen=127.0.0.1:" + names.getPort(), "--caravan.metrics.every=5s")) {
            client = server.client;
            String address = deploy();
            // Counting begins with the first reading of the copy; the second one has a rate.
            client.await("metrics?application=shelf", copies -> copies.path(0).has("connectionsPerSecond"));
            for (int i = 0; i < QUERIES; i++) {
                assertThat(asked(names)).contains(address);
            }
            Host vantage = new Host("vantage-coast", "raspberry-pi-3", "lxc", MANAGEMENT + ".13", 22, bed.east("lxc").credentials());
            bed.on(vantage, CLIENTS.formatted(SHORT, KEPT_OPEN, address));
            JsonNode read = client.await("applications/shelf/requests", answer -> answer.path(0).path("entry").path("connections").asInt()
                    >= SHORT + KEPT_OPEN && answer.path(0).path("entry").has("roundTripMedianMillis"));
            BandwidthTraffic.rest(11_000); // two further readings add nothing
            JsonNode entry = client.get("applications/shelf/requests").get(0).path("entry");
            JsonNode copy = client.get("metrics?application=shelf").get(0);
            System.out.printf(Locale.ROOT, "queries %d, connections %d: %s; copy: %s connections/s, RTT median %s ms, p95 %s ms; "
                    + "load %.1f%n",
                    QUERIES, SHORT + KEPT_OPEN, entry, copy.path("connectionsPerSecond"), copy.path("roundTripMedianMillis"),
                    copy.path("roundTripP95Millis"), ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
            assertThat(read.get(0).path("state").asString()).isEqualTo("NO_ROUTER");
            assertThat(read.get(0).path("count").asInt()).as("a connection is no request").isZero();
            assertThat(entry.path("connections").asInt()).isEqualTo(SHORT + KEPT_OPEN);
            assertThat(entry.path("queriesPerSecond").asDouble()).isPositive();
            double seconds = QUERIES / entry.path("queriesPerSecond").asDouble();
            assertThat(entry.path("connectionsPerSecond").asDouble() * seconds).isCloseTo(SHORT + KEPT_OPEN, within(0.01));
            assertThat(entry.path("roundTripMedianMillis").asDouble()).isPositive();
            assertThat(copy.has("connectionsPerSecond")).isTrue();
            client.expect(202, "DELETE", "applications/shelf", null);
            assertThat(client.await("applications/shelf/deployments/latest", answer -> !answer.path("state").asString().equals("RUNNING"))
                    .path("state").asString()).isEqualTo("DONE");
            assertThat(bed.on(bed.east("lxc"), "nft list tables netdev; ls /run/caravan")).doesNotContain("users");
        }
    }

    private String deploy() {
        client.put("infrastructure", Json.write(Map.of("files", Map.of("sites.caravan",
                Server.text("drained-sites.caravan").replace("198.18.82", MANAGEMENT)))));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> !answer.path("state").asString().equals("RUNNING"));
        String model = Server.text("shelf.caravan").replace("minimise", "require shelf at east\n  minimise");
        client.put("applications/shelf/model", Json.write(Map.of("files", Map.of("shelf.caravan", model))));
        JsonNode plan = client.expect(200, "POST", "applications/shelf/plans", null);
        assertThat(plan.path("outcome").asString()).as(plan.toString()).isEqualTo("PLANNED");
        client.expect(202, "POST", "applications/shelf/plans/" + plan.path("id").asString() + "/approval", null);
        JsonNode ended = client.await("applications/shelf/deployments/latest",
                answer -> !answer.path("state").asString().equals("RUNNING"));
        assertThat(ended.path("state").asString()).as(ended.toString()).isEqualTo("DONE");
        return client.get("applications/shelf").path("instances").get(0).path("addresses").valueStream().map(JsonNode::asString)
                .filter(address -> address.startsWith("10.1.1.")).findFirst().orElseThrow();
    }

    /** Asks as a resolver of the users' site does, with their subnet. */
    private static String asked(InetSocketAddress names) throws Exception {
        Resolver resolver = new SimpleResolver(names);
        resolver.setEDNS(0, 1232, 0, List.of(new ClientSubnetOption(24, InetAddress.getByName("10.1.3.0"))));
        return resolver.send(Message.newQuery(Record.newRecord(Name.fromString("shelf.shelf.caravan."), Type.A, DClass.IN))).toString();
    }

    private static void skip(String... reasons) {
        Stream.of(reasons).filter(why -> !why.isEmpty()).findFirst().ifPresent(why -> {
            System.err.println("SKIPPED EntryWithoutRouterTest: " + why);
            abort(why);
        });
    }
}
