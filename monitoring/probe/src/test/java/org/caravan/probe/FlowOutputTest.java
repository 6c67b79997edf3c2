package org.caravan.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.caravan.probe.ReceivedCurve.Reading;
import org.junit.jupiter.api.Test;

/** What NetPerfMeter and the machines say of a flow. */
class FlowOutputTest {

    @Test
    void readsEveryLineOfTheScalarFiles() {
        String text = Captured.text("passive.sca");
        SenderReport.ScalarFile passive = SenderReport.ScalarFile.parse(text);

        assertThat(passive.values()).hasSize((int) text.lines().count());
        assertThat(passive.value("netPerfMeter.passive.flow[0]", "Received Bytes")).contains(14484400.0);
        assertThat(passive.value("netPerfMeter.passive.flow[0]", "Received Bit Rate")).contains(19147165.646037);
        assertThat(SenderReport.ScalarFile.parse(Captured.text("active.sca")).value("netPerfMeter.active.flow[0]", "Transmitted Bytes"))
                .contains(21302400.0);
    }

    @Test
    void refusesWhatIsNoScalarFile() {
        assertThatThrownBy(() -> SenderReport.ScalarFile.parse("vector 1 2 3\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a line of a scalar file: vector 1 2 3");
    }

    @Test
    void readsEveryRowOfTheVectorFiles() {
        String text = Captured.text("passive.vec");
        VectorFile passive = VectorFile.parse(text);

        assertThat(passive.columns()).containsExactly("AbsTime", "RelTime", "Interval", "FlowID", "Description", "Jitter", "Action",
                "AbsBytes", "AbsPackets", "AbsFrames", "RelBytes", "RelPackets", "RelFrames");
        assertThat(passive.rows()).hasSize((int) text.lines().count() - 1);
        assertThat(passive.rows().get(7)).containsEntry("Description", "Flow 0").containsEntry("Action", "Received")
                .containsEntry("RelBytes", "11905600");
        assertThat(VectorFile.parse(Captured.text("active.vec")).columns()).isEqualTo(passive.columns());
        VectorFile packets = VectorFile.parse(Captured.text("passive-flow.vec"));
        assertThat(packets.rows()).hasSize(40);
        assertThat(packets.rows().get(0)).containsEntry("SeqNumber", "74").containsEntry("Delay", "4.032");
    }

    @Test
    void steadyThroughputComesFromTheVectorsSecondHalf() {
        // A line of 100 Mbit/s: 95.6 Mbit/s of payload.
        assertThat(VectorFile.parse(Captured.text("passive.vec")).secondHalfRate(0).orElseThrow()).isCloseTo(95.6e6, within(0.2e6));
        assertThat(VectorFile.parse(Captured.text("passive.vec")).secondHalfRate(7)).isEmpty();
    }

    @Test
    void refusesWhatIsNoVectorFile() {
        assertThatThrownBy(() -> VectorFile.parse("scalar \"a\" \"b\" 1\n"))
                .hasMessage("not the first line of a vector file: scalar \"a\" \"b\" 1");
        assertThatThrownBy(() -> VectorFile.parse("AbsTime RelTime\n000001 5\n"))
                .hasMessage("not a row of a vector file with 2 columns: 000001 5");
    }

    @Test
    void theReceiverTellsWhereTheFlowCameFrom() {
        assertThat(ReceivedCurve.parse(
                "1795330615729429000\n0      0      10.91.2.10:9000   10.91.1.10:41234 \n\t cubic bytes_received:5\n").peer())
                .contains("10.91.1.10");
        assertThat(ReceivedCurve.parse("0      0      [fd91:2::10]:9000   [fd91:1::10]:41234\n").peer()).contains("fd91:1::10");
        assertThat(ReceivedCurve.parse("").peer()).isEmpty();
    }

    @Test
    void aCapturedFlowOf20MbitsIsReadAsItsPayload() {
        ReceivedCurve curve = ReceivedCurve.parse(Captured.text("ss-receiver.txt"));

        assertThat(curve.readings()).hasSize(24);
        // 20 Mbit/s on the wire with layer 2 are 19.1 Mbit/s of payload.
        assertThat(curve.secondHalfRate().orElseThrow()).isCloseTo(19.1e6, within(0.2e6));
    }

    @Test
    void theFirstHalfDoesNotCount() {
        List<Reading> slowThenFast = IntStream.range(0, 21)
                .mapToObj(i -> new Reading(i * 250_000_000L, i <= 10 ? 100L * i : 1000 + 1_000_000L * (i - 10)))
                .toList();

        assertThat(new ReceivedCurve(slowThenFast).secondHalfRate().orElseThrow()).isCloseTo(32e6, within(1e-3));
    }

    @Test
    void aFlowTooShortHasNoSecondHalf() {
        assertThat(new ReceivedCurve(List.of()).secondHalfRate()).isEmpty();
        assertThat(new ReceivedCurve(List.of(new Reading(0, 0), new Reading(250_000_000, 99), new Reading(500_000_000, 150)))
                        .secondHalfRate())
                .isEmpty();
    }

    @Test
    void readsTheSendersReport() {
        SenderReport report = SenderReport.parse("exit 0\ncut yes\nbuffer 212992\n=== log\nCC#0\n\n=== ping\n"
                + Captured.text("ping-loaded.txt")
                        + "=== scalar\n" + Captured.text("active.sca") + Captured.text("passive.sca"))
                .orElseThrow();

        assertThat(report.exitCode()).isZero();
        assertThat(report.cut()).isTrue();
        assertThat(report.bufferLimit()).isEqualTo(212992);
        assertThat(report.receivedRate()).contains(19147165.646037);
        assertThat(report.receivedBytes()).isEqualTo(14484400);
        assertThat(report.ping().orElseThrow().replies()).hasSize(10);
    }

    @Test
    void readsTheReportOfAFlowThatFailed() {
        SenderReport report = SenderReport.parse("""
                exit 1
                cut\s
                buffer\s
                === log
                   - Control Address = 10.77.1.2:9201 - connecting ... ERROR: Unable to establish control association - Connection refused!

                === ping
                === scalar
                """).orElseThrow();

        assertThat(report.exitCode()).isEqualTo(1);
        assertThat(report.log()).isEqualTo("ERROR: Unable to establish control association - Connection refused!");
        assertThat(report.ping()).isEmpty();
        assertThat(report.receivedRate()).isEmpty();
        assertThat(SenderReport.parse("mktemp: No space left on device\n")).isEmpty();
    }

    @Test
    void knowsTheVersionItSpeaksWith() {
        String usage = "Usage: netperfmeter [Local Port|Remote Endpoint] {-control-over-tcp} {-tcp|-udp|-sctp|-dccp} {flow spec} ...\n";

        assertThat(NetPerfMeterCheck.refusal("1.9.4-1\n" + usage)).isEmpty();
        assertThat(NetPerfMeterCheck.refusal("\n" + usage)).isEmpty();
        assertThat(NetPerfMeterCheck.refusal("2.0.1-1\n" + usage)).isEqualTo("has netperfmeter 2.0.1-1 instead of 1.9.4");
        assertThat(NetPerfMeterCheck.refusal("\nUsage: netperfmeter [--control-over-tcp]\n")).contains("does not speak");
    }

    @Test
    void readsNextHops() {
        assertThat(RouteCheck.gateway("10.1.2.10 from 10.7.88.10 via 10.7.88.1 dev br0 table 107 uid 0 \n    cache \n"))
                .contains("10.7.88.1");
        assertThat(RouteCheck.gateway("fd4e:1:2::a from fd4e:7:58::a via fe80::1 dev br0 proto static metric 1024 pref medium"))
                .contains("fe80::1");
        assertThat(RouteCheck.gateway("10.77.1.2 from 10.77.1.1 dev ve0 uid 0 \n    cache \n")).isEmpty();
    }

    @Test
    void readsAddressesThatMayBeUsed() {
        assertThat(AddressInspection.parse("""
                2: ve0    inet 10.77.1.1/24 scope global ve0\\       valid_lft forever preferred_lft forever
                2: ve0    inet6 fd77::1/64 scope global nodad \\       valid_lft forever preferred_lft forever
                3: br0    inet6 fd77::9/64 scope global tentative \\       valid_lft forever preferred_lft forever
                """)).containsExactly("10.77.1.1", "fd77::1");
    }
}
