package org.caravan.server.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.caravan.server.Settings;
import org.caravan.server.backup.ExternalDatabaseMarker;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.stereotype.Component;

/**
 * Location of the server's state: files in its data folder, or a PostgreSQL database. Samples and images are stored elsewhere in both
 * cases.
 */
@Component
public final class ServerDatabase {

    private static final int CONNECT_SECONDS = 5;
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final Settings.Database settings;
    private final Path credentials;

    ServerDatabase(Settings settings, DataFolder folder) {
        this.settings = settings.database();
        this.credentials = settings.credentials().resolve(this.settings.credentials());
        ExternalDatabaseMarker.note(folder.file("."), this.settings.used() ? Optional.of(name()) : Optional.empty());
    }

    /** Display name of the database: its URL without parameters. */
    public String name() {
        return settings.url().replaceFirst("[?].*", "");
    }

    /** PostgreSQL as a data source without a pool; empty if the state is in files. */
    public Optional<DataSource> postgres() {
        return postgres(ANSWER);
    }

    /** @param answer time limit of a query */
    public Optional<DataSource> postgres(Duration answer) {
        if (!settings.used()) {
            return Optional.empty();
        }
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(settings.url());
        source.setUser(line("user"));
        source.setPassword(line("password"));
        source.setApplicationName("caravan");
        source.setConnectTimeout(CONNECT_SECONDS);
        source.setLoginTimeout(CONNECT_SECONDS);
        // A machine that fails closes no connection; without a time limit a query would never return.
        source.setSocketTimeout((int) Math.max(1, answer.toSeconds()));
        source.setTcpKeepAlive(true);
        return Optional.of(source);
    }

    private String line(String name) {
        Path file = credentials.resolve(name);
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("The " + name + " of the database cannot be read from (" + file + ").\n"
                    + "Maybe put it there, readable by the server alone.", e);
        }
    }
}
