package org.caravan.cli.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.caravan.api.network.MeasuredPathView;
import org.caravan.client.Answer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class NetworkCsvTest {

    @Test
    void aRowHasAFieldForEachOfTheHeader() {
        String row = NetworkCsv.row(path("""
                {"from": "bergen.BKK/ipv4", "to": "simula.Kvantel/ipv4", "loss": 0.02, "idleRtt": {"mean": 9.5, "halfWidth95": 0.3,
                "median": 9.4, "p95": 11.5, "samples": 16, "newest": "2026-11-20T08:00:00Z", "origin": "MEASURED"}}"""));

        assertThat(row).startsWith("bergen.BKK/ipv4,simula.Kvantel/ipv4,0.02,9.5,0.3,9.4,11.5,16,2026-11-20T08:00:00Z,MEASURED,,");
        assertThat(row.split(",", -1)).hasSameSizeAs(NetworkCsv.HEADER.split(","));
    }

    @Test
    void aP99ComesLastWithItsSamples() {
        MeasuredPathView path = path("""
                {"from": "bergen.BKK/ipv4", "to": "simula.Kvantel/ipv4", "loss": 0, "idleRtt": {"mean": 9.5, "halfWidth95": 0.3,
                "median": 9.4, "p95": 11.5, "samples": 16, "newest": "2026-11-20T08:00:00Z", "origin": "MEASURED", "p99": 14.25, \
                "p99Samples": 1344}}""");

        assertThat(NetworkCsv.HEADER).endsWith(",jitter_origin,idleRtt_p99,idleRtt_p99Samples");
        assertThat(NetworkCsv.row(path)).endsWith(",,14.25,1344");
        assertThat(NetworkCsv.row(path).split(",", -1)).hasSameSizeAs(NetworkCsv.HEADER.split(","));
        assertThat(NetworkCommand.row(path, true)).contains("9.5 ±0.3      11.5      14.3         -");
        assertThat(NetworkCommand.row(path, false)).contains("9.5 ±0.3      11.5         -");
        assertThat(NetworkCommand.row(path("{\"idleRtt\": {\"p95\": 11}}"), true))
                .contains("      11.0         -         -");
    }

    @Test
    void whatHasACommaIsQuoted() {
        assertThat(NetworkCsv.row(path("{\"from\": \"a,\\\"b\"}"))).startsWith("\"a,\"\"b\",");
    }

    private static MeasuredPathView path(String document) {
        return Answer.of(JsonMapper.shared().readTree(document), MeasuredPathView.class).value();
    }
}
