package org.caravan.cli.service;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.caravan.cli.command.ExitCode;
import org.caravan.service.ServiceKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "service",
        mixinStandardHelpOptions = true,
        description = "Creates ready-made services from one upload each: sites, Java programs, Redis, MariaDB.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {ServiceCreateCommand.class, ServiceCommand.ServiceKindsCommand.class},
        footer = {"", "Example: caravan service create web shop ./site"})
public final class ServiceCommand {

    @Command(
            name = "kinds",
            mixinStandardHelpOptions = true,
            description = "Lists the kinds of services, what each accepts, and the image of its engine. Needs no server.",
            exitCodeList = "0:Done.",
            footer = {"", "Example: caravan service kinds"})
    static final class ServiceKindsCommand implements Callable<Integer> {

        @Option(names = "--json", description = "Prints JSON.")
        private boolean json;

        @Override
        public Integer call() {
            if (json) {
                List<Map<String, Object>> kinds = Stream.of(ServiceKind.values())
                        .map(kind -> Map.<String, Object>of("kind", kind.toString(),
                        "description", kind.description(), "uploadRequired", kind.uploadRequired(), "baseImage", kind.baseImage()))
                                .toList();
                System.out.println(JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(kinds));
            } else {
                Stream.of(ServiceKind.values()).forEach(kind -> System.out.println(String.format("%-8s%s%n        engine: %s", kind,
                        kind.description(), kind.baseImage())));
            }
            return ExitCode.DONE;
        }
    }
}
