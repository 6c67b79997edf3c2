package org.caravan.cli.command;

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
 * Server and token that commands use by default, from a file that only its owner can read.
 *
 * @param server base URL, for example {@code https://caravan.example:8443}
 * @param token bearer token; sent only to this server
 */
public record Login(URI server, String token) {

    /** Follows the XDG convention: {@code $XDG_CONFIG_HOME/caravan/login}, or below {@code ~/.config}. */
    public static Path file() {
        String configured = System.getenv("XDG_CONFIG_HOME");
        // Java takes the home folder from the user database and ignores HOME.
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
            throw new ApiFault("login-unreadable", "The login (" + file + ") cannot be read (" + e.getClass().getSimpleName()
                    + ").\n    Maybe log in again: caravan login URL.");
        }
    }

    /** Writes the file atomically; no other user can read it at any time. */
    public void write(Path file) {
        Properties kept = new Properties();
        kept.setProperty("server", server.toString());
        kept.setProperty("token", token);
        try {
            Files.createDirectories(file.getParent());
            Path fresh = Files.createTempFile(file.getParent(), "login", ".new",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            try (Writer writer = Files.newBufferedWriter(fresh)) {
                kept.store(writer, null);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new ApiFault("login-unwritable", "The login (" + file + ") cannot be stored: " + e
                    + "\n    Maybe its folder belongs to another user, or the disk is full.");
        }
    }

    /** Omits the token, which the default of a record would include. */
    @Override
    public String toString() {
        return "Login[server=" + server + "]";
    }

    boolean isOf(URI other) {
        return server.equals(other);
    }
}
