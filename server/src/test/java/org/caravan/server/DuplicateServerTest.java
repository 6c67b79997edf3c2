package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A second server on the data folder of another does not start, says why, and does the first one no harm. */
class DuplicateServerTest {

    @Test
    void theSecondServerOnOneDataFolderRefusesToStart() throws Exception {
        Server first = Server.shared();
        Process second = Server.process(first.data);
        String said = Server.refusal(second);
        assertThat(said)
                .contains("The data folder (" + first.data + ") is used by another server.")
                .contains("Maybe stop that one, or set caravan.data to a folder of this server's own.")
                .doesNotContain("\tat org.");
        assertThat(first.client.get("health").path("status").asString()).isEqualTo("UP");
    }
}
