package org.caravan.importers.camel;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.importers.draft.Findings;

/** Lists every statement that was not carried over, the outermost of those in one another. */
final class Remainder {

    /** Not of the application, but what many applications refer to: one line each. */
    private static final Set<String> VOCABULARIES = Set.of("metadata model", "unit model", "type model", "location model", "security model");

    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("metadata model", "because only annotations of software are carried over"),
            Map.entry("unit model", "because units are the language's own"),
            Map.entry("type model", "because types are the language's own"),
            Map.entry("location model", "because requirements name countries themselves"),
            Map.entry("optimisation requirement", "say what to make small: minimise latency of main weight 3, minimise cost"),
            Map.entry("provider requirement", "name sites: require NAME at SITE"),
            Map.entry("image requirement", "because it names disks of virtual machines"),
            Map.entry("os requirement", "because the image of a component brings its system"),
            Map.entry("coupling", "because fewer than two of its names are software"),
            Map.entry("script configuration", "because it does not say how the software is started, or another does"),
            Map.entry("user", "because users and their rights are the server's"),
            Map.entry("required communication", "because no communication joins it to a component"));

    private Remainder() {}

    static void list(List<Statement> statements, Findings findings) {
        for (Statement statement : statements) {
            boolean model = statement.phrase().endsWith(" model") && statement.hasBody() && !VOCABULARIES.contains(statement.phrase());
            if (statement.carried() || model) {
                list(statement.body(), findings);
            } else if (!(statement.phrase().isEmpty() && statement.tokens().get(0).is("["))) {
                findings.notCarried(statement.at(), statement.title() + content(statement), INSTEAD.getOrDefault(statement.phrase(), ""));
            } else {
                findings.notCarried(statement.at(), "annotation " + statement.tokens().stream().filter(Token::qualified).map(token -> Statement.lastSegment(token.text()))
                        .collect(Collectors.joining(", ")), "");
            }
        }
    }

    /** How many of what, for a vocabulary. */
    private static String content(Statement statement) {
        if (!VOCABULARIES.contains(statement.phrase())) {
            return "";
        }
        Map<String, Long> counts = statement.all().skip(1).filter(part -> part.hasBody() && !part.phrase().isEmpty())
                .collect(Collectors.groupingBy(Statement::phrase, TreeMap::new, Collectors.counting()));
        return counts.isEmpty() ? "" : counts.entrySet().stream().map(count -> count.getValue() + " " + count.getKey()).collect(Collectors.joining(", ", " (", ")"));
    }
}
