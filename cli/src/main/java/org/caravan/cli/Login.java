package org.caravan.cli;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Properties;
import org.caravan.client.ApiFault;
import org.caravan.client.BearerToken;
import org.caravan.client.ServerAddress;

/**
 * Server and token that commands use where nothing else is said. Kept in a file only its owner reads.
 *
 * @param server base address, such as {@code https://caravan.example:8443}
 * @param token bearer token; sent to that server alone
 */
record Login(URI server, String token) {

    /** Beside the settings of other programs: {@code $XDG_CONFIG_HOME/caravan/login}, or below {@code ~/.config}. */
    static Path file() {
        String configured = System.getenv("XDG_CONFIG_HOME");
        // Java's own idea of the home is that of the list of users, whatever HOME says.
        String home = System.getenv().getOrDefault("HOME", System.getProperty("user.home"));
        Path folder = configured == null || configured.isBlank() ? Path.of(home, ".config") : Path.of(configured);
        return folder.resolve("caravan").resolve("login");
    }

    static Optional<Login> read(Path file) {
        try (Reader reader = Files.newBufferedReader(file)) {
            Properties kept = new Properties();
            kept.load(reader);
            return Optional.of(new Login(ServerAddress.of(kept.getProperty("server", ""), "the login (" + file + ")"),
                    BearerToken.of(kept.getProperty("token", ""), "the login (" + file + ")")));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            throw new ApiFault("login-unreadable", "The login (" + file + ") cannot be read (" + e.getClass().getSimpleName() + ").\n    Maybe log in again: caravan login URL.");
        }
    }

    /** As a whole, or not at all; nobody else reads it at any moment. */
    void write(Path file) {
        Properties kept = new Properties();
        kept.setProperty("server", server.toString());
        kept.setProperty("token", token);
        try {
            Files.createDirectories(file.getParent());
            Path fresh = Files.createTempFile(file.getParent(), "login", ".new", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            try (Writer writer = Files.newBufferedWriter(fresh)) {
                kept.store(writer, null);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new ApiFault("login-unwritable", "The login (" + file + ") cannot be kept: " + e + "\n    Maybe its folder belongs to somebody else, or the disk is full.");
        }
    }

    /** A record would show all of it. */
    @Override
    public String toString() {
        return "Login[server=" + server + "]";
    }

    boolean isOf(URI other) {
        return server.equals(other);
    }
}
