package org.caravan.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** The token stays good on the server until it is revoked there. */
@Command(
        name = "logout",
        mixinStandardHelpOptions = true,
        description = "Forgets server and token that caravan login kept; caravan token revoke makes a token useless everywhere.",
        footer = {"", "Example: caravan logout"})
final class LogoutCommand implements Callable<Integer> {

    @Override
    public Integer call() throws IOException {
        System.out.println(Files.deleteIfExists(Login.file()) ? "logged out" : "nobody was logged in");
        return ExitCode.DONE;
    }
}
