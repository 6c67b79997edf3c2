package org.caravan.cli;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Tokens for other people and tools than the owner of the token file. */
@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        description = "Makes, lists and revokes tokens; for admins.",
        subcommands = {TokenCommand.Create.class, TokenCommand.List.class, TokenCommand.Revoke.class},
        footer = {"", "Example: caravan token create \"continuous integration\" --role deployer --days 30"})
final class TokenCommand {

    private TokenCommand() {}

    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            description = "Makes a token and prints it, this once, alone on standard output.",
            footer = {"", "Example: caravan token create \"continuous integration\" --role deployer > ci.token"})
    static final class Create extends ServerCommand {

        @Parameters(paramLabel = "NAME", description = "Whose token it is, for people.")
        private String name;

        @Option(names = "--role", required = true, paramLabel = "ROLE", completionCandidates = Words.Roles.class,
                description = "viewer reads; deployer also deploys applications; operator also runs nodes, network and images; admin also makes tokens.")
        private String role;

        @Option(names = "--organisation", paramLabel = "NAME",
                description = "Organisation for which it is good; if it is not given, that of the token with which it is made: all for one of the installation.")
        private String organisation;

        @Option(names = "--days", paramLabel = "N", defaultValue = "90", description = "Days until it expires, 1 to 3650 (${DEFAULT-VALUE}).")
        private int days;

        @Override
        int run(Api api) {
            Map<String, Object> order = new LinkedHashMap<>();
            order.put("name", name);
            order.put("role", role);
            order.put("days", days);
            if (organisation != null) {
                order.put("organisation", organisation);
            }
            JsonNode made = api.post(ApiPath.of("tokens"), order);
            if (!printedJson(made)) {
                terminal().line(made.path("token").asString());
                System.err.println("token " + made.path("made").path("id").asString() + " of role " + role + " is good until "
                        + made.path("made").path("expiresAt").asString() + "; it is not shown again");
            }
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Lists tokens with role, organisation, end and last use; never their texts.",
            footer = {"", "Example: caravan token list"})
    static final class List extends ServerCommand {

        @Override
        int run(Api api) {
            JsonNode tokens = api.all(ApiPath.of("tokens"));
            if (!printedJson(tokens)) {
                sayIfNone(tokens, "no tokens yet but the owner's\n    Maybe make one: caravan token create NAME --role viewer");
                tokens.forEach(token -> terminal().line(String.format(Locale.ROOT, "%s  %-8s  %-12s  %-32s  until %s  last used %s%s",
                        token.path("id").asString(), token.path("role").asString(), token.path("organisation").asString("(all)"), token.path("name").asString(), token.path("expiresAt").asString(),
                        token.path("usedAt").asString("never"), token.hasNonNull("revokedAt") ? "  REVOKED " + token.path("revokedAt").asString() : "")));
            }
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "revoke",
            mixinStandardHelpOptions = true,
            description = "Revokes a token: it is refused from now on.",
            footer = {"", "Example: caravan token revoke 5fd1a07c"})
    static final class Revoke extends ServerCommand {

        @Parameters(paramLabel = "ID", description = "Id of the token, as caravan token list shows it.")
        private String id;

        @Override
        int run(Api api) {
            JsonNode none = api.delete(ApiPath.of("tokens", id));
            if (!printedJson(none)) {
                terminal().line("token " + id + " is revoked");
            }
            return ExitCode.DONE;
        }
    }
}
