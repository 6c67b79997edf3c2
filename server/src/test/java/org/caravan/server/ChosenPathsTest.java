package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Who asks for paths gets those measured and no others. */
class ChosenPathsTest {

    private static final String CHOSEN = "bergen.BKK/ipv6 -> simula.Kvantel/ipv6";

    private final Client client = Server.shared().client;

    @Test
    void onlyTheChosenPathIsMeasuredAsOftenAsAsked() {
        client.put("infrastructure", Server.files("sites.caravan"));

        JsonNode run = probed("{\"scope\":\"full\",\"repetitions\":2,\"flows\":{\"paths\":[\"" + CHOSEN
                + "\"],\"flowSeconds\":2,\"flowsAtOnce\":1}}");

        assertThat(run.path("done").asInt()).isEqualTo(4);
        assertThat(run.path("pairs").valueStream().map(pair -> pair.path("path").asString()).toList())
                .containsExactly(CHOSEN, "simula.Kvantel/ipv6 -> bergen.BKK/ipv6");
        assertThat(run.path("flows").path("paths").path(0).asString()).isEqualTo(CHOSEN);
    }

    @Test
    void whatIsNoPathIsRefused() {
        client.put("infrastructure", Server.files("sites.caravan"));

        assertThat(refused("\"scope\":\"full\"", "\"paths\":[\"simula.Telenor/ipv6 -> bergen.BKK/ipv6\"]")).isEqualTo("unknown-path");
        assertThat(refused("\"scope\":\"full\"", "\"paths\":[\"simula to bergen\"]")).isEqualTo("unknown-path");
        assertThat(refused("\"scope\":\"quick\"", "\"paths\":[\"" + CHOSEN + "\"]")).isEqualTo("paths-without-scope");
        assertThat(refused("\"scope\":\"full\"", "\"flowSeconds\":1")).isEqualTo("bad-flow-seconds");
    }

    private String refused(String scope, String flows) {
        return client.expect(422, "POST", "probes", "{" + scope + ",\"flows\":{" + flows + "}}").path("code").asString();
    }

    private JsonNode probed(String wish) {
        String run = client.expect(202, "POST", "probes", wish).path("probeRunId").asString();
        return client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
    }
}
