package org.caravan.probe.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.probe.agent.LocalSite.Ends;
import org.junit.jupiter.api.Test;

class SpooledResultTest {

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final String LINE = "7 1795176000000 bergen.isp/ipv4>narvik.isp/ipv4 10.91.1.1 ";

    @Test
    void aLineIsSamplesOfTheTimesAtWhichRequestsWereSent() {
        SpooledResult result = SpooledResult.parse(LINE + "4 1:10.5,3:11.5,3:99, .");
        assertThat(result.number()).isEqualTo(7);
        assertThat(result.takenAt()).isEqualTo(NOON);
        assertThat(result.samples(NOON, "ping by lookout")).extracting(Sample::quantity, Sample::value, Sample::takenAt).containsExactly(
                tuple(Quantity.IDLE_RTT, 10.5, NOON), tuple(Quantity.IDLE_RTT, 11.5, NOON.plusMillis(400)),
                tuple(Quantity.LOSS, 0.5, NOON), tuple(Quantity.JITTER, 1.0, NOON));
        assertThat(result.bytes().value()).isEqualTo(6 * 84);
    }

    @Test
    void whereNothingAnsweredAllIsLost() {
        assertThat(SpooledResult.parse(LINE + "16 - .").samples(NOON, "ping by lookout")).singleElement()
                .extracting(Sample::quantity, Sample::value).containsExactly(Quantity.LOSS, 1.0);
    }

    @Test
    void whyNothingWasSentIsKept() {
        SpooledResult result = SpooledResult.parse(LINE + "! ping: bind: Cannot assign requested address  .");
        assertThat(result.fault()).contains("ping: bind: Cannot assign requested address");
        assertThat(result.bytes().value()).isZero();
    }

    @Test
    void aLineThatWasCutOffIsNone() {
        assertThatThrownBy(() -> SpooledResult.parse(LINE + "16 1:10.5,2:1")).hasMessageContaining("no line of a spool");
    }

    @Test
    void whatLeftByAnotherGatewayIsNotCounted() {
        AgentResultReader fetched = new AgentResultReader(Ends.INFRASTRUCTURE);
        SiteClock clock = new SiteClock(1_000, 20);
        AgentResult right = fetched.of("s", SpooledResult.parse(LINE + "1 1:10.5, ."), clock, 20);
        assertThat(right.id()).isEqualTo("lookout/s/7");
        assertThat(right.samples()).extracting(Sample::takenAt).containsOnly(NOON.minusMillis(1_000));
        assertThat(right.samples()).extracting(Sample::probe).containsOnly("ping by lookout via 10.91.1.1");

        AgentResult doubtful = fetched.of("s", SpooledResult.parse(LINE + "1 1:10.5, ."), clock, 3_600_140);
        assertThat(doubtful.samples()).extracting(Sample::probe).containsOnly("ping by lookout via 10.91.1.1, clock within 3601 s");

        AgentResult wrong = fetched.of("s", SpooledResult.parse(LINE.replace("10.91.1.1", "10.91.1.7") + "1 1:10.5, ."), clock, 20);
        assertThat(wrong.samples()).isEmpty();
        assertThat(wrong.sent().value()).isEqualTo(168);
        assertThat(wrong.fault().orElseThrow()).contains("left via 10.91.1.7, not via 10.91.1.1.\nMaybe add a rule there");
    }
}
