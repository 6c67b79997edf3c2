package org.caravan.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every parser of what a measuring machine printed: hostile text gives a value, nothing, or one of the exceptions that {@link ShellProbe}
 * reports as a fault of the probe.
 */
class HostileMachineTest {

    private static final List<String> NASTY = List.of("", "\0", "-1", "99999999999999999999", "2147483648", "9223372036854775808", "1e999",
            "NaN", "Infinity", "1.2.3", "\u001b[2J", "\ud800", "::::", "A".repeat(50_000));

    static Stream<Arguments> parsers() {
        return Stream.of(
                Arguments.of("ping",
                        "PING 10.1.1.1 (10.1.1.1) 56(84) bytes of data.\n64 bytes from 10.1.1.1: icmp_seq=1 ttl=64 time=0.045 ms\n64 "
                        + "bytes from 10.1.1.1: icmp_seq=2 ttl=64 time=12 ms\n\n"
                        + "2 packets transmitted, 2 received, 0% packet loss\n",
                        parser(text -> PingReport.parse(text).map(PingReport::loss))),
                Arguments.of("sender",
                        "exit 0\ncut \nbuffer 212992\n=== log\nfine\n=== ping\n1 packets transmitted, 1 received\n=== scalar\nscalar "
                        + "\"netPerfMeter.passive.flow[0]\" \"Received Bytes\" 14484400\n",
                        parser(text -> SenderReport.parse(text).map(SenderReport::receivedBytes))),
                Arguments.of("receiver", "started 123 /tmp/caravan-probe.Ab12Cd 212992\n", parser(ReceiverScript::parse)),
                Arguments.of("curve",
                        "1700000000000000000\n0 0 10.1.1.1:9000 10.1.1.2:40000\n bytes_received:100\n1700000001000000000\n "
                        + "bytes_received:200\n1700000002000000000\n bytes_received:300\n"
                        + "1700000003000000000\n bytes_received:400\n", parser(text -> ReceivedCurve.parse(text).secondHalfRate())),
                Arguments.of("vector", "RelTime FlowID\n1 0.5 0\n2 1.0 0\n", parser(text -> VectorFile.parse(text).secondHalfRate(0))),
                Arguments.of("addresses", "2: eth0    inet 10.7.88.10/24 brd 10.7.88.255 scope global eth0\n",
                        parser(AddressInspection::parse)),
                Arguments.of("route", "10.1.1.1 from 10.1.1.2 via 10.1.1.254 dev eth0\n", parser(RouteCheck::gateway)),
                Arguments.of("routes",
                        "10.1.1.1 from 10.1.1.2 via 10.1.1.254 dev eth0\nRTNETLINK answers: Network is unreachable\nCommand failed -:2\n",
                        parser(text -> RouteCheck.results(List.of(new RouteCheck.Query("10.1.1.2", "10.1.1.1"),
                                new RouteCheck.Query("10.1.1.2", "10.1.1.3")), text))),
                Arguments.of("echoes", "=== routes\n10.1.1.1 from 10.1.1.2 via 10.1.1.254 dev eth0\n=== 0 ping 0\n",
                        parser(EchoCommand::routes)),
                Arguments.of("version", "1.9.4-1\nUsage: netperfmeter {-control-over-tcp}\n", parser(NetPerfMeterCheck::refusal)));
    }

    private static Function<String, Object> parser(Function<String, ?> parser) {
        return parser::apply;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("parsers")
    void hostileTextGivesNothingThatAProbeDoesNotReport(String what, String good, Function<String, Object> parser) {
        assertThat(parser.apply(good)).isNotNull();
        for (String hostile : hostile(good)) {
            try {
                parser.apply(hostile);
            } catch (IllegalArgumentException | IndexOutOfBoundsException reported) {
                assertThat(reported.getMessage()).isNotNull();
            } catch (RuntimeException | Error e) {
                fail("%s on %s".formatted(e, hostile.substring(0, Math.min(200, hostile.length()))), e);
            }
        }
    }

    /** A log that says "ping" and never ends its section took a pattern for the whole report quadratic time. */
    @Test
    void aReportOfManySectionsIsReadInOneGo() {
        String many = "exit 0\ncut \nbuffer \n=== log\n" + "\n=== ping\n".repeat(400_000);
        assertThat(SenderReport.parse(many)).isEmpty();
    }

    @Test
    void aFolderThatIsNotOursIsNotEndedThere() {
        assertThat(ReceiverScript.parse("started 1 /tmp/x';reboot;' 5\n")).isEmpty();
        assertThat(ReceiverScript.parse("started 1 /etc 5\n")).isEmpty();
    }

    private static List<String> hostile(String good) {
        List<String> texts = new ArrayList<>(NASTY);
        String[] words = good.split("(?<=[ \n:/=])|(?=[ \n:/=])");
        for (int at = 0; at < words.length; at++) {
            for (String nasty : NASTY) {
                String[] changed = words.clone();
                changed[at] = nasty;
                texts.add(String.join("", changed));
            }
        }
        Random random = new Random(2);
        for (int count = 0; count < 300; count++) {
            StringBuilder changed = new StringBuilder(good);
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                changed.setCharAt(random.nextInt(changed.length()), (char) random.nextInt(300));
            }
            texts.add(changed.toString());
        }
        return texts;
    }
}
