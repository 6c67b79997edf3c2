package org.caravan.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Pure: the commands with their parameters, options, exit codes and examples as one Markdown page. */
final class CommandReference {

    /** Declared by nearly every command; listed once. */
    private static final Set<String> SHARED = Set.of("--server", "--token-file", "--json", "--help", "--version");

    private static final String BEFORE = """
            # Command line reference

            Generated from the client's commands by `CommandReferenceTest`. `./caravan --help` also lists the commands of the checkout:
            `demo`, `test`, `server`, `bench`, `package` and others.

            - An application is named after the command (`./caravan status sock-shop`) or with `--application`. \
            If the server has one application, the name
              can be omitted, except for `rollback`, `cancel`, `destroy` and `remove`.
            - `--json` prints one JSON document on standard output. On an error, \
            standard error has one JSON object: the server's problem (RFC 9457) with
              its stable `code`, or an object of the client with the same members.
            - Exit code 64 is a usage error; no request was sent. All other exit codes are results.
            - `./caravan completion bash|zsh|fish` prints a completion script.

            """;

    private CommandReference() {}

    static String of(CommandLine root) {
        List<CommandLine> commands = all(root).toList();
        StringBuilder page = new StringBuilder(BEFORE).append("| command | purpose |\n|---|---|\n");
        commands.forEach(command -> page.append("| [`").append(command.getCommandSpec().qualifiedName()).append("`](#")
                .append(command.getCommandSpec().qualifiedName("-")).append(") | ")
                .append(cell(sentence(text(command.getCommandSpec().usageMessage().description())))).append(" |\n"));
        page.append("\n## Options of all commands that call the server\n\n| option | meaning |\n|---|---|\n");
        root.getSubcommands().get("status").getCommandSpec().options().stream().filter(CommandReference::shared)
                .forEach(option -> page.append(row(option)));
        commands.forEach(command -> page.append(section(command)));
        return page.toString();
    }

    private static Stream<CommandLine> all(CommandLine line) {
        return line.getSubcommands().values().stream().distinct().flatMap(command -> Stream.concat(Stream.of(command), all(command)));
    }

    private static String section(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        StringBuilder section = new StringBuilder("\n## ").append(spec.qualifiedName()).append("\n\n")
                .append(text(spec.usageMessage().description())).append("\n");
        List<ArgSpec> arguments = new ArrayList<>(spec.positionalParameters());
        spec.options().stream().filter(option -> !shared(option)).forEach(arguments::add);
        arguments.removeIf(ArgSpec::hidden);
        if (!arguments.isEmpty()) {
            section.append("\n| argument | meaning |\n|---|---|\n");
            arguments.forEach(argument -> section.append(row(argument)));
        }
        if (!spec.usageMessage().exitCodeList().isEmpty()) {
            section.append("\n| exit code | meaning |\n|---|---|\n");
            spec.usageMessage().exitCodeList().forEach((code, meaning) -> section.append("| ").append(code).append(" | ")
                    .append(cell(meaning)).append(" |\n"));
        }
        List<String> footer = Stream.of(spec.usageMessage().footer()).flatMap(String::lines).filter(line -> !line.isBlank())
                .map(String::strip).toList();
        int examples = (int) footer.stream().takeWhile(line -> !line.startsWith("Example") && !line.startsWith("caravan ")).count();
        if (examples > 0) {
            section.append("\n").append(String.join(" ", footer.subList(0, examples)).replace("%%", "%")).append("\n");
        }
        if (examples < footer.size()) {
            section.append("\n```\n").append(footer.subList(examples, footer.size()).stream()
                    .map(line -> line.replaceFirst("^Examples?: *", ""))
                    .collect(Collectors.joining("\n"))).append("\n```\n");
        }
        return section.toString();
    }

    private static boolean shared(OptionSpec option) {
        return SHARED.contains(option.longestName());
    }

    private static String row(ArgSpec argument) {
        String label = argument.paramLabel();
        String name = argument instanceof OptionSpec option
                ? String.join(", ", option.names()) + (option.arity().max() == 0 ? "" : option.arity().min() == 0 ? "[=" + label + "]"
                        : "=" + label)
                : label + (((PositionalParamSpec) argument).arity().max() > 1 ? "…" : "");
        String values = String.join(", ", argument.completionCandidates() == null ? List.of() : argument.completionCandidates());
        String meaning = text(argument.description()).replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValue()))
                .replace("${COMPLETION-CANDIDATES}", values);
        if (argument instanceof OptionSpec option) {
            meaning = meaning.replace("${FALLBACK-VALUE}", option.fallbackValue());
        }
        return "| `" + name.replace("|", "\\|") + "` | " + cell(meaning) + " |\n";
    }

    private static String text(String[] lines) {
        return String.join(" ", lines).replace("%%", "%").strip();
    }

    private static String sentence(String text) {
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }
}
