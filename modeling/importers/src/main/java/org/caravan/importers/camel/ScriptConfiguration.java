package org.caravan.importers.camel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.application.Script;
import org.caravan.application.Scripts;
import org.caravan.text.TextRule;

/** Converts the commands that install, start and stop software on its own machine. */
final class ScriptConfiguration {

    /** Commands that run in this order before the first start. */
    private static final List<String> INSTALLING = List.of("download", "install", "configure");

    private final Statement configuration;

    private ScriptConfiguration(Statement configuration) {
        this.configuration = configuration;
    }

    /** First configuration with a start command (without the word script in CAMEL 1.x); further ones are alternatives. */
    static Optional<Scripts> of(Statement software) {
        return software.parts("script configuration", "configuration").map(ScriptConfiguration::new)
                .filter(one -> one.command("start").isPresent()).findFirst()
                .map(ScriptConfiguration::carried);
    }

    private Scripts carried() {
        configuration.carry();
        List<String> commands = new ArrayList<>();
        INSTALLING.forEach(phrase -> carry(phrase).ifPresent(commands::add));
        // CAMEL runs each command separately, so a change of directory must not affect the next command.
        Optional<String> installing = Optional.of(commands.size() == 1 ? commands.get(0)
                : commands.stream().map(command -> "(" + command + ")").collect(Collectors.joining(" && "))).filter(all -> !all.isEmpty());
        return new Scripts(installing.map(Script::command), Script.command(carry("start").orElseThrow()),
                carry("stop").map(Script::command));
    }

    private Optional<String> carry(String phrase) {
        command(phrase).ifPresent(found -> configuration.parts(phrase).findFirst().orElseThrow().carry());
        return command(phrase);
    }

    /** Command in one line; empty if there is none or bash cannot run it. */
    private Optional<String> command(String phrase) {
        return configuration.parts(phrase).findFirst()
                .flatMap(part -> part.tokens().stream().filter(token -> token.kind() == Token.Kind.TEXT).findFirst())
                .map(token -> oneLine(unescaped(token.text()).strip())).filter(text -> !text.isEmpty()
                        && text.length() < Script.LONGEST / 4);
    }

    /** Resolves the escapes of Xtext strings; other backslashes stay. */
    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            int escaped = text.charAt(i) == '\\' && i + 1 < text.length() ? "nt'\"\\".indexOf(text.charAt(i + 1)) : -1;
            plain.append(escaped < 0 ? text.charAt(i) : "\n\t'\"\\".charAt(escaped));
            i += escaped < 0 ? 0 : 1;
        }
        return plain.toString();
    }

    /** Texts in the language cannot span lines, so a command with several lines is quoted in bash syntax. */
    private static String oneLine(String text) {
        if (TextRule.LINE.violation(text).isEmpty()) {
            return text;
        }
        StringBuilder quoted = new StringBuilder("eval $'");
        text.replace("\r\n", "\n").codePoints().forEach(character -> quoted.append(switch (character) {
            case '\n' -> "\\n";
            case '\t' -> "\\t";
            case '\'' -> "\\'";
            case '\\' -> "\\\\";
            default -> TextRule.LINE.cleaned(Character.toString(character));
        }));
        return quoted.append('\'').toString();
    }
}
