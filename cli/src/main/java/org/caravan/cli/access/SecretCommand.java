package org.caravan.cli.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.caravan.api.access.KeyRotationView;
import org.caravan.api.access.SecretOrder;
import org.caravan.api.access.SecretView;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.cli.command.Terminal;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/**
 * Manages secrets. Values can be written but never read. They come from standard input, because every user of the machine can read
 * arguments.
 */
@Command(
        name = "secret",
        mixinStandardHelpOptions = true,
        description = "Sets, lists and removes secrets. Models refer to secrets by name.",
        subcommands = {SecretCommand.Set.class, SecretCommand.Listing.class, SecretCommand.Remove.class, SecretCommand.RotateKey.class},
        footer = {"", "Example: caravan secret set shop-db-password < password.txt"})
public final class SecretCommand {

    private SecretCommand() {}

    @Command(
            name = "set",
            mixinStandardHelpOptions = true,
            description = "Sets a secret to the text read from standard input, without its final line break.",
            footer = {"", "Example: pwgen -s 24 1 | caravan secret set shop-db-password"})
    static final class Set extends ServerCommand {

        @Mixin
        private final OrganisationOption whose = new OrganisationOption();

        @Parameters(paramLabel = "NAME", description = "Name of the secret in models.")
        private String name;

        @Override
        protected int run(Api api) {
            JsonNode set = api.put(whose.of(ApiPath.of("secrets", name)), new SecretOrder(value()));
            if (!printedJson(set)) {
                terminal().line("secret " + name + " is set; running copies get it with the next caravan deploy");
            }
            return ExitCode.DONE;
        }

        private static String value() {
            // Java has a console only if standard input and output are terminals.
            if (System.console() != null) {
                char[] typed = System.console().readPassword("value: ");
                return typed == null ? "" : new String(typed);
            }
            try {
                String read = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
                return read.endsWith("\n") ? read.substring(0, read.length() - 1) : read;
            } catch (IOException e) {
                throw new ApiFault("secret-unreadable", "The value cannot be read from standard input: " + e.getMessage()
                        + "\n    Maybe write: caravan secret set NAME < FILE.");
            }
        }
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Lists the names of secrets and the times at which they were set.",
            footer = {"", "Example: caravan secret list"})
    static final class Listing extends ServerCommand {

        @Mixin
        private final OrganisationOption whose = new OrganisationOption();

        @Override
        protected int run(Api api) {
            Answer<List<SecretView>> answer = api.list(whose.of(ApiPath.of("secrets")), SecretView.class);
            if (!printedJson(answer)) {
                List<SecretView> secrets = answer.value();
                sayIfNone(secrets, "no secrets yet\n    Maybe set one: caravan secret set NAME < FILE");
                secrets.forEach(secret -> terminal().line(String.format(Locale.ROOT, "%-32s set %s  version %s",
                        secret.name(), Terminal.second(secret.setAt()), secret.version())));
            }
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "remove",
            mixinStandardHelpOptions = true,
            description = "Removes a secret that no deployed application uses.",
            footer = {"", "Example: caravan secret remove shop-db-password"})
    static final class Remove extends ServerCommand {

        @Mixin
        private final OrganisationOption whose = new OrganisationOption();

        @Parameters(paramLabel = "NAME", description = "Name of the secret.")
        private String name;

        @Override
        protected int run(Api api) {
            JsonNode none = api.delete(whose.of(ApiPath.of("secrets", name)));
            if (!printedJson(none)) {
                terminal().line("secret " + name + " is removed");
            }
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "rotate-key",
            mixinStandardHelpOptions = true,
            description =
                    "Replaces the key that encrypts secrets on the server. The values stay the same; running copies are not affected.",
            footer = {"", "Example: caravan secret rotate-key"})
    static final class RotateKey extends ServerCommand {

        @Override
        protected int run(Api api) {
            Answer<KeyRotationView> answer = api.post(ApiPath.of("secret-key-rotations"), KeyRotationView.class);
            if (!printedJson(answer)) {
                KeyRotationView rotation = answer.value();
                terminal().line("the secrets are written with the new key " + rotation.keyId() + ": " + rotation.secrets()
                        + "; backups made before need the former key");
            }
            return ExitCode.DONE;
        }
    }

    /** Option that selects the owning organisation, for tokens that are valid for several. */
    static final class OrganisationOption {

        @Option(names = "--organisation", paramLabel = "NAME",
                description = "Owning organisation (default: the organisation of the token; for a token of the installation: default).")
        private String organisation;

        ApiPath of(ApiPath path) {
            return path.with("organisation", organisation);
        }
    }
}
