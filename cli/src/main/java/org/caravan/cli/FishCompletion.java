package org.caravan.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Completion script for fish, using its builtin {@code complete}; picocli supports only bash and zsh. A completion applies if the preceding
 * words, without options, start with the path of the command. Limitation: the value of an option before the command is mistaken for a word
 * of the path.
 */
final class FishCompletion {

    /** Functions on the words of the command line so far, without the program name and options. */
    private static final List<String> FUNCTIONS = List.of(
            "function __caravan_words; string match -v -- '-*' (commandline -opc)[2..-1]; end",
            "function __caravan_is; set -l words (__caravan_words); test \"$words\" = \"$argv\"; end",
            "function __caravan_in; set -l words (__caravan_words); string match -q -- \"$argv *\" \"$words \"; end",
            "complete -c caravan -f");

    private final CommandLine root;

    FishCompletion(CommandLine root) {
        this.root = root;
    }

    String text() {
        return Stream.concat(FUNCTIONS.stream(), lines(root, "")).collect(Collectors.joining("\n", "", "\n"));
    }

    private static Stream<String> lines(CommandLine command, String path) {
        Stream<String> options = command.getCommandSpec().options().stream().filter(option -> !option.hidden())
                .map(option -> line(option, path));
        Stream<String> below = command.getSubcommands().entrySet().stream().flatMap(entry -> Stream.concat(
                Stream.of("complete -c caravan -n '__caravan_is%s' -a %s -d %s"
                        .formatted(path, entry.getKey(), description(entry.getValue().getCommandSpec()))),
                lines(entry.getValue(), path + " " + entry.getKey())));
        return Stream.of(options, below, places(command.getCommandSpec(), path)).flatMap(line -> line);
    }

    /** Parameters of a leaf command complete to declared words, otherwise to files. Names known only to the server cannot be completed. */
    private static Stream<String> places(CommandSpec command, String path) {
        if (command.positionalParameters().isEmpty()) {
            return Stream.of();
        }
        String words = words(command.positionalParameters().get(0));
        return Stream.of("complete -c caravan -n '__caravan_in%s'%s".formatted(path, words.isEmpty() ? " -F" : words));
    }

    /** Empty if the argument is not limited to certain words. */
    private static String words(ArgSpec argument) {
        return argument.completionCandidates() == null ? "" : StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                .collect(Collectors.joining(" ", " -a '", "'"));
    }

    private static String line(OptionSpec option, String path) {
        String names = Stream.concat(Stream.of(option.names()), opposite(option))
                .map(name -> name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1))
                .collect(Collectors.joining(" "));
        String value = option.arity().max() == 0 ? "" : option.paramLabel().toUpperCase(Locale.ROOT).contains("FILE") ? " -r -F" : " -x"
                + words(option);
        return "complete -c caravan -n '%s%s' %s%s -d %s".formatted(path.isEmpty() ? "__caravan_is" : "__caravan_in", path, names, value,
                quoted(option.description()));
    }

    private static Stream<String> opposite(OptionSpec option) {
        return option.negatable() ? Stream.of(option.longestName().replaceFirst("--", "--no-")) : Stream.empty();
    }

    private static String description(CommandSpec command) {
        return quoted(command.usageMessage().description());
    }

    /** Within single quotes fish has two escape sequences. */
    private static String quoted(String[] lines) {
        String first = lines.length == 0 ? "" : lines[0].replace("%%", "%").replaceAll("\\$\\{[^}]*}", "…");
        return "'" + first.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
