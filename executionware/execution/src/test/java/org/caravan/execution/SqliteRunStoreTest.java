package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.caravan.execution.journal.StoreFault;
import org.caravan.execution.sql.SqlRunStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteRunStoreTest extends RunStoreContract {

    @TempDir
    private Path folder;

    @Test
    void journalOfNewerVersionIsRefused() throws SQLException {
        store().close();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file())) {
            connection.createStatement().execute("pragma user_version = 99");
        }
        assertThatThrownBy(this::store)
                .isInstanceOf(StoreFault.class)
                .hasMessageContaining("schema 99")
                .hasMessageContaining("\nMaybe start the newer Caravan.");
    }

    @Test
    void fileThatCannotBeUsedIsNamed() {
        assertThatThrownBy(() -> SqlRunStore.open(folder.resolve("no-such-folder/journal.db")))
                .isInstanceOf(StoreFault.class)
                .hasMessageContaining("no-such-folder")
                .hasMessageContaining("\nMaybe check");
    }

    @Override
    SqlRunStore store() {
        return SqlRunStore.open(file());
    }

    private Path file() {
        return folder.resolve("journal.db");
    }
}
