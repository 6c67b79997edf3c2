package org.caravan.cli.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class NetworkCsvTest {

    @Test
    void aRowHasAFieldForEachOfTheHeader() {
        String row = NetworkCsv.row(JsonMapper.shared().readTree("""
                {"from": "bergen.BKK/ipv4", "to": "simula.Kvantel/ipv4", "loss": 0.02, "idleRtt": {"mean": 9.5, "halfWidth95": 0.3,
                "median": 9.4, "p95": 11, "samples": 16, "newest": "2026-11-20T08:00:00Z", "origin": "MEASURED"}}"""));

        assertThat(row).startsWith("bergen.BKK/ipv4,simula.Kvantel/ipv4,0.02,9.5,0.3,9.4,11,16,2026-11-20T08:00:00Z,MEASURED,,");
        assertThat(row.split(",", -1)).hasSameSizeAs(NetworkCsv.HEADER.split(","));
    }

    @Test
    void aP99ComesLastWithItsSamples() {
        JsonNode path = JsonMapper.shared().readTree("""
                {"from": "bergen.BKK/ipv4", "to": "simula.Kvantel/ipv4", "loss": 0, "idleRtt": {"mean": 9.5, "halfWidth95": 0.3,
                "median": 9.4, "p95": 11, "samples": 16, "newest": "2026-11-20T08:00:00Z", "origin": "MEASURED", "p99": 14.25, "p99Samples": 1344}}""");

        assertThat(NetworkCsv.HEADER).endsWith(",jitter_origin,idleRtt_p99,idleRtt_p99Samples");
        assertThat(NetworkCsv.row(path)).endsWith(",,14.25,1344");
        assertThat(NetworkCsv.row(path).split(",", -1)).hasSameSizeAs(NetworkCsv.HEADER.split(","));
        assertThat(NetworkCommand.row(path, true)).contains("9.5 ±0.3      11.0      14.3         -");
        assertThat(NetworkCommand.row(path, false)).contains("9.5 ±0.3      11.0         -");
        assertThat(NetworkCommand.row(JsonMapper.shared().readTree("{\"idleRtt\": {\"p95\": 11}}"), true))
                .contains("      11.0         -         -");
    }

    @Test
    void whatHasACommaIsQuoted() {
        assertThat(NetworkCsv.row(JsonMapper.shared().readTree("{\"from\": \"a,\\\"b\"}"))).startsWith("\"a,\"\"b\",");
    }
}
