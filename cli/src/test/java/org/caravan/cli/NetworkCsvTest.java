package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
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
    void whatHasACommaIsQuoted() {
        assertThat(NetworkCsv.row(JsonMapper.shared().readTree("{\"from\": \"a,\\\"b\"}"))).startsWith("\"a,\"\"b\",");
    }
}
