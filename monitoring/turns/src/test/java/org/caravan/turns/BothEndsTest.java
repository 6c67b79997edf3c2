package org.caravan.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.turns.Segment.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One application on two hosts, captured on both, with clocks that differ. Between them, each direction takes 5 ms. */
class BothEndsTest {

    private static final double ONE_WAY = 5;
    private static final Socket USER = socket("192.0.2.1", 4000);
    private static final Socket WEB = socket("10.0.0.2", 80);
    private static final Socket WEB_AS_CLIENT = socket("10.0.0.2", 5000);
    private static final Socket DATABASE = socket("10.0.0.3", 3306);
    private static final long EPOCH = 1_700_000_000_000L;

    private final List<Segment> atWeb = new ArrayList<>();
    private final List<Segment> atDatabase = new ArrayList<>();
    private long sequence = 1;

    private static Socket socket(String address, int port) {
        return new Socket(Literal.address(address), port);
    }

    private Segment segment(double millis, Socket source, Socket target, Optional<String> requestLine) {
        return new Segment(Math.round((EPOCH + millis) * 1e6), source, target, sequence++, 1, false, false, requestLine, false);
    }

    /** Arrives at the web server at a time of its clock; it computes 1 ms before, and 1 ms after two questions that take 2 ms each. */
    private void request(double millis, double ahead) {
        atWeb.add(segment(millis, USER, WEB, Optional.of("GET /order")));
        double at = millis + 1;
        for (int question = 0; question < 2; question++) {
            both(at, WEB_AS_CLIENT, DATABASE, atWeb, 0, atDatabase, ahead);
            both(at + ONE_WAY + 2, DATABASE, WEB_AS_CLIENT, atDatabase, ahead, atWeb, 0);
            at += 2 * ONE_WAY + 2;
        }
        atWeb.add(segment(at + 1, WEB, USER, Optional.empty()));
    }

    private void both(double sent, Socket source, Socket target, List<Segment> here, double ahead, List<Segment> there, double aheadThere) {
        Segment segment = segment(sent + ahead, source, target, Optional.empty());
        here.add(segment);
        there.add(new Segment(segment.nanos() + Math.round((ONE_WAY + aheadThere - ahead) * 1e6), source, target, segment.sequence(), 1,
                false, false, Optional.empty(), false));
    }

    private TurnReport report(boolean limited) {
        Map<PlacedCapture, CaptureFile.Capture> captures = new LinkedHashMap<>();
        captures.put(place("edge", WEB.address(), false), new CaptureFile.Capture(atWeb, false));
        captures.put(place("cloud", DATABASE.address(), limited), new CaptureFile.Capture(atDatabase, false));
        TurnAnalysis analysis = new TurnAnalysis(List.of(Listener.parse("web=10.0.0.2:80"), Listener.parse("db=10.0.0.3:3306")),
                List.of(RequestPattern.parse("order=GET /order")));
        return analysis.analyse(BothEnds.of(captures, analysis::servers), false);
    }

    private static PlacedCapture place(String host, InetAddress address, boolean limited) {
        return new PlacedCapture(Path.of(host), host, Set.of(address), Instant.EPOCH, Instant.parse("2200-01-01T00:00:00Z"), limited);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 50, -3_000, 86_400_000})
    void differencesOfClocksAreFoundAndServiceTimesContainNoRoundTrip(double ahead) {
        for (int count = 0; count < 5; count++) {
            request(100 * count, ahead);
        }

        TurnReport report = report(false);

        TurnReport.Clock edge = report.clocks().get(1); // clocks are sorted by name
        assertThat(edge.name()).isEqualTo("edge");
        assertThat(edge.aheadNanos().orElseThrow() / 1e6).isCloseTo(-ahead, within(1e-3));
        assertThat(edge.errorNanos() / 1e6).as("half of the round trip").isCloseTo(ONE_WAY, within(1e-3));
        TurnReport.Request order = report.requests().get(0);
        assertThat(order.samples()).isEqualTo(5);
        TurnReport.Hop database = order.hops().get(1);
        assertThat(database.from() + " -> " + database.to() + " " + database.turns()).isEqualTo("web -> db 3");
        assertThat(database.bytes()).as("both ends count once").isEqualTo(4);
        assertThat(database.service().toNanos() / 1e6).as("two questions of 2 ms, without 10 ms each").isCloseTo(4, within(1e-3));
        assertThat(order.hops().get(0).service().toNanos() / 1e6).as("1 ms before and 1 ms after").isCloseTo(2, within(1e-3));
    }

    /** The first one was lost behind the place of capture, or the capture began between the two. */
    @Test
    void segmentsThatAreSentAgainDoNotCountForClocks() {
        for (int count = 0; count < 5; count++) {
            request(100 * count, 50);
        }
        Segment question = atWeb.get(1);
        atDatabase.add(question.earlier(-Math.round((200 + ONE_WAY + 50) * 1e6)));
        atWeb.set(1, question.earlier(-200_000_000));
        assertThat(report(false).clocks().get(1).aheadNanos().orElseThrow() / 1e6).isCloseTo(-50, within(1e-3));
    }

    @Test
    void aClockWithoutALinkToOthersHasNoOffset() {
        request(0, 0);
        atDatabase.clear();
        atDatabase.add(segment(0, socket("192.0.2.7", 1), DATABASE, Optional.empty()));
        assertThat(report(false).clocks()).extracting(TurnReport.Clock::aheadNanos).containsExactly(Optional.of(0L), Optional.empty());
    }

    @Test
    void requestsAfterTheEndOfALimitedCaptureAreNoSamples() {
        request(0, 50);
        request(100, 50);
        int complete = atDatabase.size();
        request(200, 50);
        atDatabase.subList(complete, atDatabase.size()).clear();
        atDatabase.add(segment(150 + 50, socket("192.0.2.7", 1), DATABASE, Optional.empty()));
        assertThat(report(true).requests().get(0).samples()).isEqualTo(2);
        assertThat(report(false).requests().get(0).samples()).as("with a hop that is missing").isEqualTo(3);
    }
}
