package org.caravan.cli.command;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.BearerToken;
import org.caravan.client.ServerAddress;
import picocli.CommandLine.Option;

/** Options of every command that contacts the server: address, token and output format. */
public final class Connection {

    private static final URI LOCAL = URI.create("http://127.0.0.1:8080");

    @Option(
            names = "--server",
            paramLabel = "URL",
            description =
                    "Address of the server (default: CARAVAN_SERVER, then the server of `caravan login`, then http://127.0.0.1:8080).")
    private String server;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "File that contains the token (default: CARAVAN_TOKEN, then the token of `caravan login` for this server, then the "
                    + "file token in CARAVAN_DATA or data).")
    private Path tokenFile;

    @Option(names = "--json", description = "Print one JSON document instead of text.")
    private boolean json;

    public Api api() {
        Optional<Login> login = Login.read(Login.file());
        URI chosen = server(login);
        return new Api(chosen, token(login.filter(kept -> kept.isOf(chosen))));
    }

    public boolean json() {
        return json;
    }

    private URI server(Optional<Login> login) {
        return Optional.ofNullable(server).map(text -> ServerAddress.of(text, "--server"))
                .or(() -> environment("CARAVAN_SERVER").map(text -> ServerAddress.of(text, "CARAVAN_SERVER")))
                .or(() -> login.map(Login::server)).orElse(LOCAL);
    }

    private Optional<String> token(Optional<Login> login) {
        if (tokenFile != null) {
            return read(tokenFile).or(() -> {
                throw new ApiFault("token-unreadable", "The token file (" + tokenFile
                        + ") does not exist.\n    Maybe the path is relative to another folder than "
                        + Path.of("").toAbsolutePath() + ".");
            });
        }
        return environment("CARAVAN_TOKEN").map(text -> BearerToken.of(text, "CARAVAN_TOKEN")).or(() -> login.map(Login::token))
                .or(() -> read(Path.of(environment("CARAVAN_DATA").orElse("data"), "token")));
    }

    private static Optional<String> environment(String name) {
        return Optional.ofNullable(System.getenv(name)).map(String::strip).filter(value -> !value.isEmpty());
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(BearerToken.of(Files.readString(file), "the file (" + file + ")"));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (CharacterCodingException e) {
            throw new ApiFault("token-malformed", "The content of the file (" + file
                    + ") is not a token: it is not text.\n    Maybe use another file.");
        } catch (IOException e) {
            throw new ApiFault("token-unreadable", "The token file " + file + " cannot be read: " + e.getMessage()
                    + "\n    Maybe log in (caravan login URL), or run as the user the server runs as.");
        }
    }
}
