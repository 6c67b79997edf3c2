package org.caravan.cli.access;

import java.util.List;
import org.caravan.api.access.OrganisationOrder;
import org.caravan.api.access.OrganisationView;
import org.caravan.api.access.OrganisationWeight;
import org.caravan.application.Bandwidth;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Manages organisations, which own applications. */
@Command(
        name = "organisation",
        mixinStandardHelpOptions = true,
        description = "Creates and lists organisations. Each organisation sees only its own resources.",
        subcommands = {OrganisationCommand.Create.class, OrganisationCommand.Listing.class, OrganisationCommand.Weight.class},
        footer = {"", "Example: caravan organisation create acme"})
public final class OrganisationCommand {

    private OrganisationCommand() {}

    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            description = "Creates an organisation. Requires an admin of the installation. Organisations cannot be removed.",
            footer = {"", "Example: caravan organisation create acme"})
    static final class Create extends ServerCommand {

        @Parameters(paramLabel = "NAME", description = "1 to 32 letters, digits, - and _; starts with a letter.")
        private String name;

        @Override
        protected int run(Api api) {
            JsonNode made = api.post(ApiPath.of("organisations"), new OrganisationOrder(name));
            if (!printedJson(made)) {
                terminal().line("organisation " + name + " is made; its admin: caravan token create NAME --role admin --organisation "
                        + name);
            }
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "weight",
            mixinStandardHelpOptions = true,
            description = "Sets the weight of an organisation: nodes multiply the shares of its copies on uplinks by it. Requires an "
                    + "operator of the installation.",
            footer = {"", "Running copies get it with the next deployment of their application.", "",
                    "Example: caravan organisation weight acme 3"})
    static final class Weight extends ServerCommand {

        @Parameters(index = "0", paramLabel = "NAME", description = "Name of the organisation.")
        private String name;

        @Parameters(index = "1", paramLabel = "WEIGHT", description = "0.01 to 100, with at most 3 decimals; organisations without one "
                + "have 1.")
        private double weight;

        @Override
        protected int run(Api api) {
            JsonNode changed = api.put(ApiPath.of("organisations", name, "weight"), new OrganisationWeight(weight));
            if (!printedJson(changed)) {
                terminal().line("organisation " + name + " has the weight " + Bandwidth.shareText(weight)
                        + "; copies get it with the next deployment of their application");
            }
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Lists organisations; with a token of an organisation, that organisation only.",
            footer = {"", "Example: caravan organisation list"})
    static final class Listing extends ServerCommand {

        @Override
        protected int run(Api api) {
            Answer<List<OrganisationView>> organisations = api.list(ApiPath.of("organisations"), OrganisationView.class);
            if (!printedJson(organisations)) {
                organisations.value().forEach(each -> terminal().line(each.name()
                        + each.weight().filter(weight -> weight != 1).map(weight -> "  weight " + Bandwidth.shareText(weight)).orElse("")));
            }
            return ExitCode.DONE;
        }
    }
}
