package org.caravan.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.caravan.turns.Segment.Socket;
import org.junit.jupiter.api.Test;

/** Profiles of segments written by hand; the expected turns are counted by hand, too. */
class TurnAnalysisTest {

    private static final Socket WEB = socket("10.0.0.2", 80);
    private static final Socket DATABASE = socket("10.0.0.3", 3306);
    private static final List<Listener> LISTENERS = List.of(Listener.parse("web=10.0.0.2:80"), Listener.parse("db=10.0.0.3"));

    private final List<Segment> segments = new ArrayList<>();

    private static Socket socket(String address, int port) {
        return new Socket(Literal.address(address), port);
    }

    private static TurnAnalysis analysis(String... requests) {
        return new TurnAnalysis(LISTENERS, List.of(requests).stream().map(RequestPattern::parse).toList());
    }

    private TurnReport report(String... requests) {
        segments.sort(Comparator.comparingLong(Segment::nanos));
        return analysis(requests).analyse(segments, false);
    }

    /** TCP connection that numbers its bytes. */
    private final class Peer {

        private final Socket client;
        private final Socket server;
        private long fromClient = 4_294_967_200L; // wraps after some requests
        private long fromServer = 7;

        Peer(String client, int port, Socket server) {
            this.client = socket(client, port);
            this.server = server;
        }

        Peer open(double millis) {
            add(millis, client, server, fromClient, 0, true, true, Optional.empty(), false);
            add(millis + 0.1, server, client, fromServer, 0, false, true, Optional.empty(), false);
            fromClient = next(fromClient, 1);
            fromServer = next(fromServer, 1);
            return this;
        }

        Peer ask(double millis, int length, String requestLine) {
            return send(millis, length, Optional.of(requestLine), false);
        }

        Peer send(double millis, int length, Optional<String> requestLine, boolean handshake) {
            add(millis, client, server, fromClient, length, false, false, requestLine, handshake);
            fromClient = next(fromClient, length);
            return this;
        }

        Peer answer(double millis, int length) {
            return answer(millis, length, false);
        }

        Peer answer(double millis, int length, boolean handshake) {
            add(millis, server, client, fromServer, length, false, false, Optional.empty(), handshake);
            fromServer = next(fromServer, length);
            return this;
        }

        private static long next(long sequence, int length) {
            return sequence + length & 0xffff_ffffL;
        }

        private void add(double millis, Socket source, Socket target, long sequence, int length, boolean opening, boolean syn,
                Optional<String> requestLine, boolean handshake) {
            segments.add(new Segment(Math.round(millis * 1e6), source, target, sequence, length, opening, syn, requestLine, handshake));
        }
    }

    @Test
    void countsTurnsBytesAndServiceTimeOfEachLink() {
        Peer user = new Peer("192.0.2.1", 4000, WEB).open(0);
        Peer query = new Peer("10.0.0.2", 5000, DATABASE);
        user.ask(1, 100, "GET /order");
        query.send(3, 50, Optional.empty(), false).answer(7, 400).send(8, 60, Optional.empty(), false).answer(10, 500);
        user.answer(12, 2000).answer(12.5, 1000);

        TurnReport.Request order = report("order=GET /order").requests().get(0);

        assertThat(order.samples()).isEqualTo(1);
        assertThat(order.elapsed()).isEqualTo(Duration.ofNanos(12_500_000));
        TurnReport.Hop entry = order.hops().get(0);
        assertThat(entry.from()).isEqualTo("users");
        assertThat(entry.turns()).as("SYN, SYN ACK, request, answer").isEqualTo(3);
        assertThat(entry.bytes()).isEqualTo(3100);
        assertThat(entry.service().toNanos() / 1e6).as("1 to 3, 7 to 8 and 10 to 12").isCloseTo(5, within(1e-6));
        TurnReport.Hop database = order.hops().get(1);
        assertThat(database.from() + " -> " + database.to()).isEqualTo("web -> db");
        assertThat(database.turns()).as("two questions on a warm connection").isEqualTo(3);
        assertThat(database.bytes()).isEqualTo(1010);
        assertThat(database.service().toNanos() / 1e6).isCloseTo(6, within(1e-6));
    }

    /** Four small answers and one large one: the median is that of a small one. */
    @Test
    void bytesHaveMedianMeanAndPercentile() {
        Peer user = new Peer("192.0.2.1", 4000, WEB);
        for (int request = 0; request < 5; request++) {
            user.ask(20 * request, 100, "GET /").answer(20 * request + 10, request == 3 ? 1_400 : 400);
        }

        TurnReport.Hop entry = report("home=GET /").requests().get(0).hops().get(0);

        assertThat(entry.bytes()).isEqualTo(500);
        assertThat(entry.meanBytes()).isEqualTo(700);
        assertThat(entry.p95Bytes()).isEqualTo(1_500);
    }

    @Test
    void samplesAreRequestsThatRunAlone() {
        Peer one = new Peer("192.0.2.1", 4000, WEB);
        Peer other = new Peer("192.0.2.1", 4001, WEB);
        one.ask(0, 100, "GET /").answer(10, 200);
        one.ask(20, 100, "GET /").answer(30, 200);
        other.ask(29, 100, "GET /").answer(35, 200);
        one.ask(34, 100, "GET /").answer(36, 200);
        other.ask(50, 100, "GET /x").answer(60, 200);

        TurnReport report = report("home=GET /");

        assertThat(report.captured()).isEqualTo(5);
        assertThat(report.overlapping()).isEqualTo(3);
        assertThat(report.unrecognised()).isEqualTo(1);
        assertThat(report.requests().get(0).samples()).isEqualTo(1);
    }

    /** Alone 10 ms; overlapping 10 and 30 ms: mean 50 / 3 ms, nearest rank of three values the longest. A handshake does not count. */
    @Test
    void requestsThatOverlapCountForTheTimeUnderLoad() {
        Peer one = new Peer("192.0.2.1", 4000, WEB);
        Peer other = new Peer("192.0.2.1", 4001, WEB);
        one.open(-5).ask(0, 100, "GET /").answer(10, 200).answer(12, 200);
        one.ask(20, 100, "GET /").answer(30, 200);
        other.ask(25, 100, "GET /").answer(55, 200);
        one.ask(60, 100, "GET /other").answer(80, 200);

        TurnReport.Request home = report("home=GET /", "never=GET /never").requests().get(0);

        assertThat(home.samples()).isEqualTo(1);
        assertThat(home.load()).contains(new TurnReport.Load(3, Duration.ofMillis(10), Duration.ofNanos(50_000_000 / 3),
                Duration.ofMillis(30)));
        assertThat(report("never=GET /never").requests().get(0).load()).isEmpty();
    }

    @Test
    void mostExactPatternCounts() {
        Peer user = new Peer("192.0.2.1", 4000, WEB);
        user.ask(0, 10, "GET /items/7?sort=name").answer(1, 10).ask(2, 10, "GET /items/new").answer(3, 10)
                .ask(4, 10, "POST /items/new").answer(5, 10).ask(6, 10, "GET /other").answer(7, 10);

        TurnReport report = report("item=GET /items/*", "form=GET /items/new", "any=GET *");

        assertThat(report.requests()).extracting(TurnReport.Request::samples).containsExactly(1, 1, 1);
        assertThat(report.unrecognised()).as("POST").isEqualTo(1);
    }

    @Test
    void segmentsThatBringNothingNewAreNoTurns() {
        Peer user = new Peer("192.0.2.1", 4000, WEB).open(0);
        for (int request = 0; request < 5; request++) {
            user.ask(10 + 10 * request, 60, "GET /").answer(15 + 10 * request, 3000);
        }
        // Each packet is captured on two interfaces, and one answer is sent again.
        new ArrayList<>(segments).forEach(segment -> segments.add(new Segment(segment.nanos() + 1000, segment.source(), segment.target(),
                segment.sequence(), segment.length(), segment.opening(), segment.syn(), segment.requestLine(), false)));
        Segment again = segments.get(5);
        segments.add(new Segment(again.nanos() + 4_000_000, again.source(), again.target(), again.sequence(), again.length(), false, false,
                Optional.empty(), false));

        TurnReport.Request home = report("home=GET /").requests().get(0);

        assertThat(home.samples()).isEqualTo(5);
        assertThat(home.hops().get(0).turns()).isEqualTo(1);
        assertThat(home.hops().get(0).agreement()).as("the first opens the connection").isEqualTo(0.8);
        assertThat(home.hops().get(0).bytes()).isEqualTo(3060);
    }

    @Test
    void handshakeOfTlsBelongsToTheRequestThatFollows() {
        Peer user = new Peer("192.0.2.1", 4000, WEB).open(0);
        user.send(1, 300, Optional.empty(), true).answer(2, 3000, true);
        user.send(3, 80, Optional.empty(), true).send(3.2, 200, Optional.empty(), false).answer(6, 900);
        user.send(9, 200, Optional.empty(), false).answer(10, 900);

        TurnReport.Request all = report("page").requests().get(0);

        assertThat(all.samples()).isEqualTo(2);
        assertThat(all.elapsed()).as("median, the lower of two").isEqualTo(Duration.ofMillis(1));
        assertThat(all.hops().get(0).turns()).isEqualTo(1);
    }

    @Test
    void componentIsReachedByAnEarlierHopOrNotAtAll() {
        Peer user = new Peer("192.0.2.1", 4000, WEB);
        Peer ping = new Peer("10.0.0.3", 6000, socket("10.0.0.9", 1));
        user.ask(0, 10, "GET /");
        ping.send(1, 5, Optional.empty(), false).answer(2, 5);
        user.answer(3, 10);

        TurnReport report = new TurnAnalysis(List.of(LISTENERS.get(0), LISTENERS.get(1), Listener.parse("spare=10.0.0.9:1")),
                List.of(RequestPattern.parse("home=GET /"))).analyse(segments, false);

        assertThat(report.requests().get(0).hops()).extracting(TurnReport.Hop::to).containsExactly("web");
        assertThat(report.unassigned()).isZero();
    }

    @Test
    void hopsOfFewSamplesAreNotUsual() {
        Peer user = new Peer("192.0.2.1", 4000, WEB);
        Peer query = new Peer("10.0.0.2", 5000, DATABASE);
        for (int request = 0; request < 4; request++) {
            user.ask(10 * request, 10, "GET /");
            if (request == 2) {
                query.send(10 * request + 1, 5, Optional.empty(), false).answer(10 * request + 2, 5);
            }
            user.answer(10 * request + 5, 10);
        }

        List<TurnReport.Hop> hops = report("home=GET /").requests().get(0).hops();

        assertThat(hops).extracting(TurnReport.Hop::isUsual).containsExactly(true, false);
        assertThat(hops.get(1).share()).isEqualTo(0.25);
    }
}
