package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.adapter.testkit.BandwidthTraffic;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.TinyImage;
import org.caravan.infrastructure.Host;
import org.caravan.json.Json;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A web server in a container asks a second one at another host 0 to 4 times per request, each time over a new connection. Counted by hand,
 * a connection is SYN, SYN-ACK, request and answer: 3 turns; the next one begins with a further turn. Of request three the model says
 * something else, which the capture has to find.
 */
@Tag("real")
class TurnCaptureTest {

    private static final String MANAGEMENT = "198.18.87";
    private static final List<String> KINDS = List.of("none", "one", "two", "three", "four");
    private static final int ALONE_SECONDS = 15;
    private static final int MIXED_SECONDS = 60;
    private static final int COST_SECONDS = 20;
    private static final String SENDER = """
            cat >/run/turns.py <<'P'
            import random, socket, sys, threading, time
            address, rate, seconds, paths = sys.argv[1], float(sys.argv[2]), float(sys.argv[3]), sys.argv[4:]
            def ask(path):
                with socket.create_connection((address, 80), 10) as one:
                    one.sendall(b"GET " + path.encode() + b" HTTP/1.0\\r\\nHost: web\\r\\n\\r\\n")
                    while one.recv(65536): pass
            begun = due = time.monotonic()
            random.seed(1)
            while time.monotonic() < begun + seconds:
                path = random.choice(paths)
                if rate:
                    threading.Thread(target=ask, args=(path,)).start()
                    due += random.expovariate(rate) # as independent users do
                    time.sleep(max(0, due - time.monotonic()))
                else:
                    ask(path)
            P
            setsid nohup python3 /run/turns.py %s %s %s %s >/dev/null 2>&1 &
            """;
    /** Ticks of 10 ms of processor time of the programs that capture. */
    private static final String TICKS = "total=0; for file in /proc/[0-9]*/stat; do read -r line <$file || continue; case $line in "
            + "*'(tcpdump) '*|*'(gzip) '*) line=${line##*) }; set -- $line; total=$((total + ${12} + ${13}));; esac; done 2>/dev/null; "
            + "echo $total";

    private EmulatedBed bed;
    private Host east;
    private Client client;
    private String web;

    @Test
    void capturedTurnsEqualThoseCountedByHand(@TempDir Path data) throws Exception {
        skip(EmulatedBed.whyNot(), TinyImage.whyNot());
        Path images = data.resolve("images");
        TinyImage.publish(images);
        try (EmulatedBed raised = EmulatedBed.raise("cvn8", MANAGEMENT)) {
            bed = raised;
            east = bed.east("lxc");
            try (Server server = Server.startReal(data, images, Path.of("target/credentials").toAbsolutePath())) {
                client = server.client;
                deploy();
                one();
                JsonNode alone = captured(0, ALONE_SECONDS, paths());
                exact(alone);
                near(mixed());
                cost();
            }
            assertThat(bed.on(east, "ls /run/caravan | grep -c capture || true")).as("files that are left").isEqualTo("0");
            bed.on(east, "for copy in $(lxc-ls -1); do lxc-stop -k -n $copy || true; done");
            bed.on(bed.west("lxc"), "for copy in $(lxc-ls -1); do lxc-stop -k -n $copy || true; done");
        }
    }

    private void deploy() {
        client.put("infrastructure", Json.write(Map.of("files", Map.of("sites.caravan",
                Server.text("drained-sites.caravan").replace("198.18.82", MANAGEMENT)))));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> !answer.path("state").asString().equals("RUNNING"));
        client.put("applications/turns/model", Json.write(Map.of("files", Map.of("turns.caravan", Server.text("turns.caravan")))));
        JsonNode plan = client.expect(200, "POST", "applications/turns/plans", null);
        assertThat(plan.path("outcome").asString()).as(plan.toString()).isEqualTo("PLANNED");
        client.expect(202, "POST", "applications/turns/plans/" + plan.path("id").asString() + "/approval", null);
        JsonNode ended = client.await("applications/turns/deployments/latest",
                answer -> !answer.path("state").asString().equals("RUNNING"));
        assertThat(ended.path("state").asString()).as(ended.toString()).isEqualTo("DONE");
        web = address("web", "10.1.1.");
        // Only the planned path is admitted, of either IP version.
        String database = bed.on(east, "lxc-attach -n $(lxc-ls -1 | grep -F turns.web.1.) -- /bin/cat /etc/hosts").lines()
                .filter(line -> line.matches(".*\\sdb(\\s.*)?")).map(line -> line.split("\\s")[0])
                .map(address -> address.contains(":") ? "[" + address + "]" : address).findFirst().orElseThrow();
        System.out.println("web asks db at " + database);
        for (int asks = 0; asks < KINDS.size(); asks++) {
            bed.on(east, ("lxc-attach -n $(lxc-ls -1 | grep -F turns.web.1.) -- /bin/sh -c 'busybox mkdir -p /srv/cgi-bin; "
                    + "echo \"#!/bin/sh\n%secho Content-type: text/plain; echo; echo ok\" >/srv/cgi-bin/%d; "
                    + "busybox chmod 755 /srv/cgi-bin/%d'")
                    .formatted(("wget -q -O - http://" + database + "/ >/dev/null; ").repeat(asks), asks, asks));
        }
    }

    private String address(String component, String network) {
        return client.get("applications/turns").path("instances").valueStream()
                .filter(instance -> instance.path("instance").asString().startsWith(component + ":"))
                .findFirst().orElseThrow().path("addresses").valueStream().map(JsonNode::asString)
                .filter(address -> address.startsWith(network)).findFirst().orElseThrow();
    }

    private static String paths() {
        return "/cgi-bin/0 /cgi-bin/1 /cgi-bin/2 /cgi-bin/3 /cgi-bin/4";
    }

    private void send(int rate, int seconds, String paths) {
        bed.on(new Host("vantage-coast", "raspberry-pi-3", "lxc", MANAGEMENT + ".13", 22, east.credentials()),
                SENDER.formatted(web, rate, seconds, paths));
    }

    /** An application has one capture at a time. */
    private void one() {
        send(0, 5, "/cgi-bin/0");
        String id = begin(3);
        client.expect(409, "POST", "applications/turns/turn-captures", "{\"seconds\": 3}");
        ended(id);
    }

    private String begin(int seconds) {
        return client.expect(202, "POST", "applications/turns/turn-captures", "{\"seconds\": " + seconds + "}").path("id").asString();
    }

    private JsonNode ended(String id) {
        JsonNode ended = client.await("applications/turns/turn-captures/" + id,
                answer -> !answer.path("state").asString().equals("RUNNING"));
        assertThat(ended.path("state").asString()).as(ended.toString()).isEqualTo("DONE");
        return ended.path("result");
    }

    /** @param rate requests/s; 0: one after the other */
    private JsonNode captured(int rate, int seconds, String paths) {
        send(rate, seconds + 5, paths);
        JsonNode result = ended(begin(seconds));
        for (JsonNode request : result.path("requests")) {
            StringBuilder text = new StringBuilder();
            request.path("hops").forEach(hop -> text.append(String.format(Locale.ROOT, "  %s->%s %d turns (%.0f %%) %d B %.2f ms",
                    hop.path("from").asString(), hop.path("to").asString(), hop.path("turns").asInt(),
                    hop.path("agreement").asDouble() * 100, hop.path("bytes").asInt(), hop.path("serviceMillis").asDouble())));
            System.out.printf(Locale.ROOT, "rate %d: %s, %d samples, fits %s%s%n", rate, request.path("request").asString(),
                    request.path("samples").asInt(), request.path("fits").asBoolean(), text);
        }
        System.out.printf(Locale.ROOT, "rate %d: %d requests captured, %d overlapping; clocks %s; notes %s; load %.1f%n", rate,
                result.path("captured").asInt(), result.path("overlapping").asInt(), result.path("clocks"), result.path("notes"),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        return result;
    }

    /** At a lower rate, if no request of a kind runs alone: a machine at work takes longer for each. */
    private JsonNode mixed() {
        for (int rate : new int[] {20, 10, 5}) {
            JsonNode result = captured(rate, MIXED_SECONDS, "/cgi-bin/0 /cgi-bin/1 /cgi-bin/2");
            if (IntStream.rangeClosed(0, 2).allMatch(kind -> request(result, kind).path("samples").asInt() > 0)) {
                return result;
            }
        }
        return captured(2, MIXED_SECONDS, "/cgi-bin/0 /cgi-bin/1 /cgi-bin/2");
    }

    private static JsonNode request(JsonNode result, int kind) {
        return result.path("requests").valueStream()
                .filter(request -> request.path("request").asString().equals(KINDS.get(kind))).findFirst()
                .orElseThrow();
    }

    private static JsonNode hop(JsonNode result, int kind, String to) {
        JsonNode request = request(result, kind);
        assertThat(request.path("samples").asInt()).as("samples of " + KINDS.get(kind)).isPositive();
        // As in the profile: what at most half of the samples use was caused by something else.
        return request.path("hops").valueStream().filter(hop -> hop.path("to").asString().equals(to) && hop.path("share").asDouble() > 0.5)
                .findFirst().orElse(null);
    }

    private static void exact(JsonNode result) {
        for (int asks = 0; asks < KINDS.size(); asks++) {
            assertThat(hop(result, asks, "web").path("turns").asInt()).as("users -> web of " + KINDS.get(asks)).isEqualTo(3);
            JsonNode database = hop(result, asks, "db");
            assertThat(database == null ? 0 : database.path("turns").asInt()).as("web -> db of " + KINDS.get(asks))
                    .isEqualTo(Math.max(0, 4 * asks - 1));
            assertThat(request(result, asks).path("fits").asBoolean()).as(KINDS.get(asks) + " fits the model")
                    .isEqualTo(asks != 3);
        }
        assertThat(result.path("fits").asBoolean()).isFalse();
        assertThat(result.path("cut").asBoolean()).isFalse();
    }

    /** Kinds that take less than the mean time between two requests, 50 ms: of longer ones, few run alone. */
    private static void near(JsonNode result) {
        for (int asks = 0; asks <= 2; asks++) {
            assertThat(Math.abs(hop(result, asks, "web").path("turns").asInt() - 3)).isLessThanOrEqualTo(1);
            JsonNode database = hop(result, asks, "db");
            assertThat(Math.abs((database == null ? 0 : database.path("turns").asInt()) - Math.max(0, 4 * asks - 1)))
                    .as("web -> db of " + KINDS.get(asks)).isLessThanOrEqualTo(1);
        }
    }

    /** Processor time of the capture of both copies at 200 requests/s. How busy the machine is does not change it much. */
    private void cost() {
        send(200, COST_SECONDS + 5, "/");
        String id = begin(COST_SECONDS);
        BandwidthTraffic.rest(5_000);
        long before = ticks();
        long begun = System.nanoTime();
        BandwidthTraffic.rest(10_000);
        double seconds = (System.nanoTime() - begun) / 1e9;
        double share = (ticks() - before) / 100.0 / seconds;
        JsonNode result = ended(id);
        System.out.printf(Locale.ROOT, "capture at %.0f requests/s: %.2f %% of a core; load %.1f%n",
                result.path("captured").asInt() / (double) COST_SECONDS, share * 100,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        assertThat(share).isLessThanOrEqualTo(0.05);
    }

    private long ticks() {
        return Long.parseLong(bed.on(east, TICKS));
    }

    private static void skip(String... reasons) {
        Stream.of(reasons).filter(why -> !why.isEmpty()).findFirst().ifPresent(why -> {
            System.err.println("SKIPPED TurnCaptureTest: " + why);
            abort(why);
        });
    }
}
