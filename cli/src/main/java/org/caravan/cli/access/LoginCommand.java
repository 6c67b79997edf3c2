package org.caravan.cli.access;

import java.io.Console;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.Login;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import org.caravan.client.BearerToken;
import org.caravan.client.ServerAddress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;

/**
 * Verifies and stores a token. It is read without echo from a terminal, or from standard input, never from arguments, which other users
 * could see.
 */
@Command(
        name = "login",
        mixinStandardHelpOptions = true,
        description = "Reads a token from standard input, verifies it, and stores it with the server's address for later commands.",
        footer = {
            "",
            "--server, CARAVAN_SERVER and CARAVAN_TOKEN take precedence. `caravan logout` deletes the stored token.",
            "Example: caravan login https://caravan.example:8443 < token.txt"
        })
public final class LoginCommand implements Callable<Integer> {

    @Parameters(paramLabel = "URL", description = "Address of the server.")
    private String address;

    @Option(names = "--json", description = "Print one JSON document instead of text.")
    private boolean json;

    @Override
    public Integer call() {
        URI server = ServerAddress.of(address, "caravan login");
        Login login = new Login(server, token(server));
        // Verifies the token before the stored login is replaced.
        int applications = new Api(server, Optional.of(login.token())).get(ApiPath.of("applications")).size();
        login.write(Login.file());
        System.out.println(json ? JsonMapper.builder().build()
                .valueToTree(Map.of("server", server.toString(), "applications", applications)).toPrettyString()
                : "logged in to " + server + ", which has " + applications + (applications == 1 ? " application" : " applications"));
        return ExitCode.DONE;
    }

    private String token(URI server) {
        Console console = System.console();
        try {
            char[] asked = console == null ? null : console.readPassword("Token for %s: ", server);
            String typed = asked != null ? new String(asked) : console != null ? ""
                    : new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
            if (typed.isBlank()) {
                throw new ApiFault("no-token",
                        "No token was given.\n    Maybe ask an admin for one: caravan token create NAME --role viewer.");
            }
            return BearerToken.of(typed, console != null ? "the input" : "standard input");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
