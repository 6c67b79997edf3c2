package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.lang.management.ManagementFactory;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.caravan.adapter.testkit.BandwidthTraffic;
import org.caravan.adapter.testkit.BandwidthTraffic.Received;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.MeasuredRounds;
import org.caravan.adapter.testkit.ProcessorWait;
import org.caravan.adapter.testkit.TinyImage;
import org.caravan.canonical.Digest;
import org.caravan.infrastructure.Host;
import org.caravan.json.Json;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Copies of two organisations with equal shares on an uplink of 20 Mbit/s of a real node: one sends over 8 TCP connections, the other one
 * floods. Their rates are 1:1, and 3:1 after an operator weighted the organisation of the first one by 3. Then the first one has a minimum
 * of 16 Mbit/s, and the server ends: the minimum holds without it, while the program of the node is killed, and after the node restarts.
 *
 * <p>{@code -Doutage=600} is the time without the server in seconds; the gate has a shorter one.
 */
@Tag("real")
class SharedUplinkTest {

    private static final String MANAGEMENT = "198.18.86";
    private static final String SITES = Server.text("drained-sites.caravan").replace("198.18.82", MANAGEMENT)
            .replace("gateway \"fd4e:1:1::1\" }", "gateway \"fd4e:1:1::1\"  uplink 20 Mbit/s }")
            .replace("gateway \"10.2.1.1\" }", "gateway \"10.2.1.1\"  uplink 1 Mbit/s }");
    private static final String SHELF = Server.text("shelf.caravan").replace("minimise", "require shelf at east\n  minimise")
            .replace("component shelf {", "component shelf {\n    bandwidth { share 1 }");
    private static final String ACMES = SHELF.replace("tiny/web", "acme/web");
    private static final String FLOODS = SHELF.replace("shelf", "desk");
    private static final double UPLINK = 20;
    private static final double MINIMUM = 16;
    /** Deviation of a mean from what is due, also that of the counts of the receiver. */
    private static final double TOLERANCE = 0.03;
    /** Part of the uplink from which on the line is full. */
    private static final double FULL = 0.93;
    /** Smallest part of the minimum in one window: on a busy machine, the sender waits for a processor. */
    private static final double LEAST_IN_WINDOW = 0.9;
    private static final int WINDOW_MS = 5_000;
    private static final int ROUNDS = 3;
    /** With those in which a program waited for a processor. */
    private static final int MOST_ROUNDS = 5;
    private static final int SETTLING_MS = 3_000;
    private static final int OUTAGE_S = Integer.getInteger("outage", 60);
    private static final Duration TRAFFIC = Duration.ofSeconds(4 * OUTAGE_S + 1_200L);

    private final List<MeasuredRounds> measured = new ArrayList<>();
    private EmulatedBed bed;
    private Host east;
    private Client operator;
    private Client acme;
    private String acmesAddress;
    private String floodsAddress;

    @Test
    void weightsAndMinimaHoldWithTheServerAndWithoutIt(@TempDir Path data) throws Exception {
        skip(EmulatedBed.whyNot(), TinyImage.whyNot());
        Path images = data.resolve("images"); // of this run: a name that an organisation has is not free for the next run
        TinyImage.publish(images);
        try (EmulatedBed raised = EmulatedBed.raise("cvn9", MANAGEMENT)) {
            bed = raised;
            east = bed.east("lxc");
            try (Server server = Server.startReal(data, images, Path.of("target/credentials").toAbsolutePath())) {
                deployBoth(server.client);
                try (BandwidthTraffic traffic = new BandwidthTraffic(bed, east, bed.west("lxc"), TRAFFIC)) {
                    begin(traffic);
                    weigh(traffic);
                    reserve();
                    server.close();
                    outage(traffic);
                    String connections = traffic.received().connections();
                    System.out.println(connections);
                    assertThat(connections).isEqualTo("closed 0 failed 0 silent 0 of " + BandwidthTraffic.CONNECTIONS);
                }
            }
            restart();
            bed.on(east, "for copy in $(lxc-ls -1); do lxc-stop -k -n $copy || true; done");
        }
        MeasuredRounds.judge(measured);
    }

    private void deployBoth(Client installation) {
        operator = installation;
        operator.put("infrastructure", Json.write(Map.of("files", Map.of("sites.caravan", SITES))));
        operator.expect(201, "POST", "organisations", "{\"name\": \"acme\"}");
        acme = new Client(operator.base.getPort(), operator.expect(201, "POST", "tokens",
                "{\"name\": \"acme\", \"role\": \"admin\", \"organisation\": \"acme\"}").path("token").asString());
        pushForAcme();
        String run = operator.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        operator.await("probes/" + run, answer -> !answer.path("state").asString().equals("RUNNING"));
        submit(acme, "shelf", ACMES);
        submit(operator, "desk", FLOODS);
        deploy(acme, "shelf");
        deploy(operator, "desk");
        acmesAddress = address(acme, "shelf");
        floodsAddress = address(operator, "desk");
    }

    /** Images belong to organisations: acme's application cannot use that of the operator. */
    private void pushForAcme() {
        HttpResponse<byte[]> archive = operator.send(operator.request("image-archives/tiny/web", "GET", null)
                .header("Authorization", "Bearer " + operator.token), BodyHandlers.ofByteArray());
        assertThat(archive.statusCode()).isEqualTo(200);
        String id = acme.expect(200, "POST", "image-uploads", Json.write(Map.of("format", "oci", "size", archive.body().length, "digest",
                "sha256:" + Digest.of(archive.body()), "name", "acme/web", "architecture", "amd64", "start", List.of(), "environment",
                Map.of()))).path("id").asString();
        HttpResponse<String> sent = acme.send(acme.request("image-uploads/" + id, "PATCH", null)
                .setHeader("Content-Type", "application/octet-stream").header("Upload-Offset", "0")
                .header("Authorization", "Bearer " + acme.token).method("PATCH", BodyPublishers.ofByteArray(archive.body())));
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(200);
        acme.expect(200, "POST", "image-uploads/" + id + "/completion", "");
    }

    private void begin(BandwidthTraffic traffic) {
        traffic.flood(process("desk.desk.1"), floodsAddress);
        traffic.streams(process("shelf.shelf.1"), acmesAddress);
        BandwidthTraffic.rest(SETTLING_MS);
    }

    /** Equal shares, then 3:1. How fast it acts depends on the load of the machine, so it is printed and not judged. */
    private void weigh(BandwidthTraffic traffic) {
        rates(traffic, UPLINK / 2, "equal shares");
        operator.put("organisations/acme/weight", "{\"weight\": 3}");
        JsonNode plan = acme.expect(200, "POST", "applications/shelf/plans", null);
        assertThat(plan.path("outcome").asString()).as(plan.toString()).isEqualTo("PLANNED");
        long approved = System.currentTimeMillis();
        acme.expect(202, "POST", "applications/shelf/plans/" + plan.path("id").asString() + "/approval", null);
        assertThat(ended(acme, "shelf").path("steps").valueStream().map(step -> step.path("kind").asString())).containsExactly("RESERVE");
        long deployed = System.currentTimeMillis();
        BandwidthTraffic.rest(SETTLING_MS);
        long reached = traffic.soFar().first(approved, rate -> rate >= UPLINK * 3 / 4 * LEAST_IN_WINDOW);
        rates(traffic, UPLINK * 3 / 4, "acme with weight 3");
        System.out.printf(Locale.ROOT, "acme with weight 3: deployed in %d ms, reached %d ms after the approval; load %.1f%n",
                deployed - approved, reached, ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    /** Mbit/s of frames. */
    private record Rates(double streams, double flood) {

        boolean near(double due) {
            return Math.abs(streams / due - 1) <= TOLERANCE && Math.abs(flood / (UPLINK - due) - 1) <= 3 * TOLERANCE;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%.2f and %.2f", streams, flood);
        }

        /** The node divides a full line: the kernel sends what connections have queued while their program waits. */
        boolean less(double due) {
            return streams < due * (1 - TOLERANCE) && streams + flood >= UPLINK * FULL;
        }
    }

    /** What arrives of the one, and the rest of what leaves the node of the other, between two times of the node, which has this clock. */
    private Rates rates(BandwidthTraffic traffic) {
        long[] begin = traffic.left();
        BandwidthTraffic.rest(WINDOW_MS);
        long[] end = traffic.left();
        double total = BandwidthTraffic.rate(begin, end);
        double streams = traffic.soFar().rate(begin[0], end[0]);
        return new Rates(streams, total - streams);
    }

    /** A flood that waits for a processor leaves its part to others: of three measurements that count, one within its bounds suffices. */
    private void rates(BandwidthTraffic traffic, double streams, String shares) {
        measured.add(new MeasuredRounds("SharedUplinkTest: " + shares, ROUNDS, MOST_ROUNDS).measure(() -> {
            ProcessorWait earlier = traffic.waits();
            Rates found = rates(traffic);
            return new MeasuredRounds.Round(found.near(streams), String.format(Locale.ROOT, "streams and flood %s Mbit/s (%.2f within 3 %% "
                    + "and %.2f within 9 %%)", found, streams, UPLINK - streams), traffic.waits().since(earlier), found.less(streams));
        }));
    }

    private void reserve() {
        JsonNode granted = acme.expect(200, "PUT", "applications/shelf/instances/shelf:1/bandwidth", "{\"minBitsPerSecond\": 16000000}");
        assertThat(granted.path("outcome").asString()).as(granted.toString()).isEqualTo("GRANTED");
        ended(acme, "shelf");
        BandwidthTraffic.rest(SETTLING_MS);
    }

    /** The server has ended. In the middle of the time, the program that divides is killed; it runs again before the end. */
    private void outage(BandwidthTraffic traffic) {
        holds("without the server", 2, () -> held(traffic, OUTAGE_S / 2, () -> {}));
        int seconds = OUTAGE_S - OUTAGE_S / 2;
        holds("without the server, the program killed at the begin of each round", 2, () -> {
            String killed = divider("");
            MeasuredRounds.Round round = held(traffic, seconds, () -> bed.on(east, "kill -9 " + killed));
            divider(killed);
            return round;
        });
    }

    /** @return id of the process that divides the uplink, once it is another one than this */
    private String divider(String former) {
        return bed.awaitProcess(east, "/run/caravan/shaper.pid", former);
    }

    /** The node loses its power. Its copies begin by themselves, and nothing tells it what was reserved. */
    private void restart() {
        bed.reboot(east);
        List.of("desk.desk.1", "shelf.shelf.1").forEach(copy ->
                bed.awaitOn(east, "lxc-info -sH -n $(lxc-ls -1 | grep -F " + copy + ".)", "RUNNING"::equals));
        try (BandwidthTraffic traffic = new BandwidthTraffic(bed, east, bed.west("lxc"), TRAFFIC)) {
            begin(traffic);
            int seconds = Math.max(15, OUTAGE_S / 6);
            holds("after a restart of the node, without the server", 1, () -> held(traffic, seconds, () -> {}));
            assertThat(bed.on(east, "grep ' shelf' /run/caravan/shaped | cut -d ' ' -f 7 | sort -u")).as("minimum of the class in bit/s, "
                    + "after a restart of the node").isEqualTo("16000000");
        }
    }

    /** A round that counts is judged; one in which a program waited for a processor is repeated. */
    private void holds(String when, int most, Supplier<MeasuredRounds.Round> round) {
        measured.add(new MeasuredRounds("SharedUplinkTest: minimum " + when, 1, most).measure(round));
    }

    /** @param event at the begin of the round */
    private static MeasuredRounds.Round held(BandwidthTraffic traffic, int seconds, Runnable event) {
        ProcessorWait earlier = traffic.waits();
        long[] left = traffic.left();
        long begin = System.currentTimeMillis();
        event.run();
        BandwidthTraffic.rest(seconds * 1_000);
        long[] leftAtEnd = traffic.left();
        Received received = traffic.soFar();
        double total = BandwidthTraffic.rate(left, leftAtEnd);
        double mean = received.rate(begin, begin + seconds * 1_000L);
        double least = Double.MAX_VALUE;
        for (long at = begin; at + WINDOW_MS <= begin + seconds * 1_000L; at += WINDOW_MS) {
            least = Math.min(least, received.rate(at, at + WINDOW_MS));
        }
        String figures = String.format(Locale.ROOT, "minimum of %.0f of %.0f Mbit/s beside a flood, %d s: mean %.2f (above %.2f), least in "
                + "%d s %.2f (above %.2f), total %.2f", MINIMUM, UPLINK, seconds, mean, MINIMUM * (1 - TOLERANCE), WINDOW_MS / 1_000, least,
                MINIMUM * LEAST_IN_WINDOW, total);
        return new MeasuredRounds.Round(mean > MINIMUM * (1 - TOLERANCE) && least > MINIMUM * LEAST_IN_WINDOW, figures,
                traffic.waits().since(earlier), total >= UPLINK * FULL);
    }

    private String process(String copy) {
        return bed.on(east, "lxc-info -pH -n $(lxc-ls -1 | grep -F " + copy + ".)");
    }

    private static String address(Client client, String application) {
        return client.get("applications/" + application).path("instances").get(0).path("addresses").valueStream().map(JsonNode::asString)
                .filter(address -> address.startsWith("10.1.1.")).findFirst().orElseThrow();
    }

    private static void submit(Client client, String application, String model) {
        client.put("applications/" + application + "/model", Json.write(Map.of("files", Map.of(application + ".caravan", model))));
    }

    private static void deploy(Client client, String application) {
        JsonNode plan = client.expect(200, "POST", "applications/" + application + "/plans", null);
        assertThat(plan.path("outcome").asString()).as(plan.toString()).isEqualTo("PLANNED");
        client.expect(202, "POST", "applications/" + application + "/plans/" + plan.path("id").asString() + "/approval", null);
        ended(client, application);
    }

    private static JsonNode ended(Client client, String application) {
        JsonNode ended = client.await("applications/" + application + "/deployments/latest",
                answer -> !answer.path("state").asString().equals("RUNNING"));
        assertThat(ended.path("state").asString()).as(ended.toString()).isEqualTo("DONE");
        return ended;
    }

    private static void skip(String... reasons) {
        Stream.of(reasons).filter(why -> !why.isEmpty()).findFirst().ifPresent(why -> {
            System.err.println("SKIPPED SharedUplinkTest: " + why);
            abort(why);
        });
    }
}
