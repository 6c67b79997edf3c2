package org.caravan.cli.access;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.api.access.NewToken;
import org.caravan.api.access.TokenOrder;
import org.caravan.api.access.TokenView;
import org.caravan.cli.command.CompletionWords;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Manages tokens in addition to the token file of the server's owner. */
@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        description = "Creates, lists and revokes tokens. Requires the role admin.",
        subcommands = {TokenCommand.Create.class, TokenCommand.Listing.class, TokenCommand.Revoke.class},
        footer = {"", "Example: caravan token create \"continuous integration\" --role deployer --days 30"})
public final class TokenCommand {

    private TokenCommand() {}

    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            description = "Creates a token and prints it to standard output. It cannot be shown again.",
            footer = {"", "Example: caravan token create \"continuous integration\" --role deployer > ci.token"})
    static final class Create extends ServerCommand {

        @Parameters(paramLabel = "NAME", description = "Display name of the token's holder.")
        private String name;

        @Option(names = "--role", required = true, paramLabel = "ROLE", completionCandidates = CompletionWords.Roles.class,
                description =
                        "viewer: read; deployer: also deploy applications; operator: also manage nodes, network and images; admin: also "
                        + "manage tokens.")
        private String role;

        @Option(names = "--organisation", paramLabel = "NAME",
                description =
                        "Organisation of the token (default: the organisation of the token that creates it; for a token of the "
                        + "installation: all).")
        private String organisation;

        @Option(names = "--days", paramLabel = "N", defaultValue = "90",
                description = "Days until the token expires, 1 to 3650 (default: ${DEFAULT-VALUE}).")
        private int days;

        @Override
        protected int run(Api api) {
            TokenOrder order = new TokenOrder(name, role, Optional.ofNullable(organisation), Optional.of(days));
            Answer<NewToken> answer = api.post(ApiPath.of("tokens"), order, NewToken.class);
            if (!printedJson(answer)) {
                NewToken created = answer.value();
                terminal().line(created.token());
                System.err.println("token " + created.made().id() + " of role " + role + " is good until " + created.made().expiresAt()
                        + "; it is not shown again");
            }
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Lists tokens with role, organisation, expiry and last use. Never prints the tokens themselves.",
            footer = {"", "Example: caravan token list"})
    static final class Listing extends ServerCommand {

        @Override
        protected int run(Api api) {
            Answer<List<TokenView>> answer = api.list(ApiPath.of("tokens"), TokenView.class);
            if (!printedJson(answer)) {
                List<TokenView> tokens = answer.value();
                sayIfNone(tokens, "no tokens yet but the owner's\n    Maybe make one: caravan token create NAME --role viewer");
                tokens.forEach(token -> terminal().line(String.format(Locale.ROOT, "%s  %-8s  %-12s  %-32s  until %s  last used %s%s",
                        token.id(), token.role(), token.organisation().orElse("(all)"), token.name(), token.expiresAt(),
                        token.usedAt().map(Instant::toString).orElse("never"),
                        token.revokedAt().map(at -> "  REVOKED " + at).orElse(""))));
            }
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "revoke",
            mixinStandardHelpOptions = true,
            description = "Revokes a token immediately.",
            footer = {"", "Example: caravan token revoke 5fd1a07c"})
    static final class Revoke extends ServerCommand {

        @Parameters(paramLabel = "ID", description = "Id of the token, as printed by `caravan token list`.")
        private String id;

        @Override
        protected int run(Api api) {
            JsonNode none = api.delete(ApiPath.of("tokens", id));
            if (!printedJson(none)) {
                terminal().line("token " + id + " is revoked");
            }
            return ExitCode.DONE;
        }
    }
}
