package org.caravan.importers.camel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.application.Script;
import org.caravan.application.Scripts;
import org.caravan.text.TextRule;

/** Commands by which software is installed, started and stopped on a machine of its own. */
final class ScriptConfiguration {

    /** Done one after the other, before it is started first. */
    private static final List<String> INSTALLING = List.of("download", "install", "configure");

    private final Statement configuration;

    private ScriptConfiguration(Statement configuration) {
        this.configuration = configuration;
    }

    /** The first (in CAMEL 1.x without the word script) that says how the software is started: others are other ways of doing the same. */
    static Optional<Scripts> of(Statement software) {
        return software.parts("script configuration", "configuration").map(ScriptConfiguration::new).filter(one -> one.command("start").isPresent()).findFirst()
                .map(ScriptConfiguration::carried);
    }

    private Scripts carried() {
        configuration.carry();
        List<String> commands = new ArrayList<>();
        INSTALLING.forEach(phrase -> carry(phrase).ifPresent(commands::add));
        // CAMEL runs each by itself: where one goes to is not where the next begins.
        Optional<String> installing = Optional.of(commands.size() == 1 ? commands.get(0)
                : commands.stream().map(command -> "(" + command + ")").collect(Collectors.joining(" && "))).filter(all -> !all.isEmpty());
        return new Scripts(installing.map(Script::command), Script.command(carry("start").orElseThrow()), carry("stop").map(Script::command));
    }

    private Optional<String> carry(String phrase) {
        command(phrase).ifPresent(found -> configuration.parts(phrase).findFirst().orElseThrow().carry());
        return command(phrase);
    }

    /** In one line; empty where there is none, or none that bash could be given. */
    private Optional<String> command(String phrase) {
        return configuration.parts(phrase).findFirst().flatMap(part -> part.tokens().stream().filter(token -> token.kind() == Token.Kind.TEXT).findFirst())
                .map(token -> oneLine(unescaped(token.text()).strip())).filter(text -> !text.isEmpty() && text.length() < Script.LONGEST / 4);
    }

    /** As Xtext's texts are written; what is no escape there stays as it stands. */
    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            int escaped = text.charAt(i) == '\\' && i + 1 < text.length() ? "nt'\"\\".indexOf(text.charAt(i + 1)) : -1;
            plain.append(escaped < 0 ? text.charAt(i) : "\n\t'\"\\".charAt(escaped));
            i += escaped < 0 ? 0 : 1;
        }
        return plain.toString();
    }

    /** A text of ours ends on its line: what has several is quoted as bash quotes it. */
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
