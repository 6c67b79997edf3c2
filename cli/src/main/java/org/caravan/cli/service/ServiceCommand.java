package org.caravan.cli.service;

import picocli.CommandLine.Command;

@Command(
        name = "service",
        mixinStandardHelpOptions = true,
        description = "Creates ready-made services from one upload each: sites, Java programs, Redis, MariaDB.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {ServiceCreateCommand.class, ServiceKindsCommand.class},
        footer = {"", "Example: caravan service create web shop ./site"})
public final class ServiceCommand {}
