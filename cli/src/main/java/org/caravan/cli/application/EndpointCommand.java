package org.caravan.cli.application;

import java.util.List;
import java.util.Locale;
import org.caravan.api.access.EndpointOrder;
import org.caravan.api.access.EndpointView;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Manages the provider endpoints to which the server may connect. */
@Command(
        name = "endpoint",
        mixinStandardHelpOptions = true,
        description = "Manages the allow-list of provider endpoints. Requires an admin of the installation.",
        subcommands = {EndpointCommand.Allow.class, EndpointCommand.Listing.class, EndpointCommand.Forget.class},
        footer = {"", "Example: caravan endpoint allow keystone.example.org:5000"})
public final class EndpointCommand {

    private static final String WHICH = "HOST for all its ports, or HOST:PORT; an address of IPv6 in brackets.";

    private EndpointCommand() {}

    @Command(
            name = "allow",
            mixinStandardHelpOptions = true,
            description =
                    "Adds an endpoint to the allow-list: the server then connects to it with the credentials that an infrastructure names.",
            footer = {"", "Example: caravan endpoint allow keystone.example.org"})
    static final class Allow extends ServerCommand {

        @Parameters(paramLabel = "ENDPOINT", description = WHICH)
        private String endpoint;

        @Override
        protected int run(Api api) {
            Answer<EndpointView> allowed = api.post(ApiPath.of("endpoints"), new EndpointOrder(endpoint), EndpointView.class);
            if (!printedJson(allowed)) {
                terminal().line("endpoint " + allowed.value().endpoint() + " is allowed");
            }
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Lists the allowed endpoints. Amazon's own endpoints need no entry.",
            footer = {"", "Example: caravan endpoint list"})
    static final class Listing extends ServerCommand {

        @Override
        protected int run(Api api) {
            Answer<List<EndpointView>> answer = api.list(ApiPath.of("endpoints"), EndpointView.class);
            if (!printedJson(answer)) {
                List<EndpointView> endpoints = answer.value();
                sayIfNone(endpoints, "no endpoints are allowed\n    Maybe allow one: caravan endpoint allow HOST");
                endpoints.forEach(each -> terminal().line(String.format(Locale.ROOT, "%-40s  %s", each.endpoint(),
                        each.allowedAt().map(at -> "allowed " + at).orElse("by the server's setting"))));
            }
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "forget",
            mixinStandardHelpOptions = true,
            description = "Removes an endpoint from the allow-list. The server can then no longer reach machines rented there.",
            footer = {"", "Example: caravan endpoint forget keystone.example.org"})
    static final class Forget extends ServerCommand {

        @Parameters(paramLabel = "ENDPOINT", description = "Endpoint as printed by `caravan endpoint list`.")
        private String endpoint;

        @Override
        protected int run(Api api) {
            JsonNode none = api.delete(ApiPath.of("endpoints", endpoint));
            if (!printedJson(none)) {
                terminal().line("endpoint " + endpoint + " is no longer allowed");
            }
            return ExitCode.DONE;
        }
    }
}
