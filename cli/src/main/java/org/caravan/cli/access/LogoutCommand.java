package org.caravan.cli.access;

import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.Login;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Deletes the stored login. The token remains valid on the server until it is revoked. */
@Command(
        name = "logout",
        mixinStandardHelpOptions = true,
        description = "Deletes the server and token that `caravan login` stored. `caravan token revoke` invalidates a token everywhere.",
        footer = {"", "Example: caravan logout"})
public final class LogoutCommand implements Callable<Integer> {

    @Option(names = "--json", description = "Print one JSON document instead of text.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        boolean was = Files.deleteIfExists(Login.file());
        System.out.println(json ? "{\"loggedOut\" : " + was + "}" : was ? "logged out" : "not logged in");
        return ExitCode.DONE;
    }
}
