package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that finds the journal of a newer one does not start, says why in two lines, and leaves it as it is. */
class NewerJournalTest {

    @TempDir
    Path data;

    @Test
    void journalOfANewerCaravanEndsTheStartInWords() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("runs.db"))) {
            connection.createStatement().execute("pragma user_version = 99");
        }
        Process server = Server.process(data);
        String said = Server.refusal(server);
        assertThat(said)
                .contains("was written by a newer Caravan (schema 99, this one knows 4).")
                .contains("Maybe start the newer Caravan.")
                .doesNotContain("\tat org.");
    }
}
