package org.caravan.server.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.caravan.server.Tables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.diagnostics.FailureAnalysis;

class TablesMismatchAnalyzerTest {

    @TempDir
    Path folder;

    @Test
    void tablesOfAnotherVersionAreExplainedInTwoLines() throws SQLException {
        DataSource tables = Tables.in(folder);
        try (Connection connection = tables.getConnection()) {
            connection.createStatement().execute("update flyway_schema_history set checksum = 1 where version = '9'");
        }
        Throwable failure = catchThrowable(() -> Tables.in(folder));

        FailureAnalysis analysis = new TablesMismatchAnalyzer().analyze(new BeanCreationException("flyway", failure));

        assertThat(analysis.getDescription()).isEqualTo("The server's tables were written by another version of Caravan: "
                + "Migration checksum mismatch for migration version 9 [tables-mismatch]");
        assertThat(analysis.getAction()).startsWith("Maybe ").doesNotContain("\n");
        assertThat(Path.of("src/main/resources/META-INF/spring.factories")).content().contains(TablesMismatchAnalyzer.class.getName());
    }
}
