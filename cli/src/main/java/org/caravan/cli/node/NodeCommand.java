package org.caravan.cli.node;

import picocli.CommandLine.Command;

@Command(
        name = "node",
        mixinStandardHelpOptions = true,
        description = "Adds, checks, measures, drains and removes nodes.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            NodeAddCommand.class,
            NodeCheckCommand.class,
            NodeMeasureCommand.class,
            NodeDrainCommand.class,
            NodeRemoveCommand.class
        },
        footer = {"", "Example: caravan node add pi-bergen-3 --site bergen --type raspberry-pi-3 --at 198.51.100.14"})
public final class NodeCommand {}
