package org.caravan.cli.turns;

import picocli.CommandLine.Command;

@Command(
        name = "turns",
        mixinStandardHelpOptions = true,
        description = "Measures how often a request changes direction on each link, and how many bytes it carries: the profile that a "
                + "model names with 'request … from profile'.",
        subcommands = {TurnsReadCommand.class, TurnsCaptureCommand.class},
        footer = {"", "Example: caravan turns capture sock-shop --for 60s",
            "Example: caravan turns read shop.pcap --component web=10.0.0.2:80 --component db=10.0.0.3:3306 "
                + "--request 'home=GET /'"})
public final class TurnsCommand {}
