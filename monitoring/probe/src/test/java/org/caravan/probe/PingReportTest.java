package org.caravan.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PingReportTest {

    @Test
    void readsEveryReplyOfIpv4() {
        PingReport report = report("ping-ipv4.txt");

        assertThat(report.sent()).isEqualTo(16);
        assertThat(report.replies()).hasSize(16).allMatch(reply -> reply.rttMillis() > 0 && reply.rttMillis() < 1);
        assertThat(report.loss()).isZero();
    }

    @Test
    void readsEveryReplyOfIpv6() {
        PingReport report = report("ping-ipv6.txt");

        assertThat(report.replies()).extracting(PingReport.Reply::sequence).containsExactly(1, 2, 3, 4, 5);
        assertThat(report.sent()).isEqualTo(5);
    }

    @Test
    void readsTimesUnderLoad() {
        assertThat(report("ping-loaded.txt").replies().get(1)).isEqualTo(new PingReport.Reply(2, 52.7));
    }

    @Test
    void countsWhatWasLost() {
        PingReport report = report("ping-lossy.txt");

        assertThat(report.replies()).extracting(PingReport.Reply::sequence).contains(7, 14).doesNotContain(8, 13);
        assertThat(report.loss()).isEqualTo(0.3);
    }

    @Test
    void noReplyIsFullLoss() {
        assertThat(report("ping-no-reply.txt").loss()).isEqualTo(1);
    }

    @Test
    void aRoutersRefusalIsNoReply() {
        PingReport report = report("ping-unreachable.txt");

        assertThat(report.replies()).isEmpty();
        assertThat(report.loss()).isEqualTo(1);
    }

    @Test
    void aSecondReplyToARequestDoesNotCount() {
        PingReport report = PingReport.parse("""
                64 bytes from 10.1.1.2: icmp_seq=1 ttl=64 time=0.085 ms
                64 bytes from 10.1.1.2: icmp_seq=1 ttl=63 time=1013 ms (DUP!)

                --- 10.1.1.2 ping statistics ---
                1 packets transmitted, 1 received, +1 duplicates, 0% packet loss, time 0ms
                """).orElseThrow();

        assertThat(report.replies()).containsExactly(new PingReport.Reply(1, 0.085));
        assertThat(report.loss()).isZero();
    }

    @Test
    void anErrorIsNoReport() {
        assertThat(PingReport.parse("ping: bind: Cannot assign requested address\n")).isEmpty();
        assertThat(PingReport.parse("")).isEmpty();
    }

    private static PingReport report(String captured) {
        return PingReport.parse(Captured.text(captured)).orElseThrow();
    }
}
