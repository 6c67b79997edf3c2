package org.caravan.importers.camel;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.importers.draft.Findings;

/** Lists all unconverted statements; of nested ones, the outermost. */
final class UnconvertedCamel {

    /** Models shared by many applications; one line each. */
    private static final Set<String> VOCABULARIES = Set.of("metadata model", "unit model", "type model", "location model",
            "security model");

    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("metadata model", "because only annotations of software are carried over"),
            Map.entry("unit model", "because units are the language's own"),
            Map.entry("type model", "because types are the language's own"),
            Map.entry("location model", "because requirements name countries themselves"),
            Map.entry("optimisation requirement", "write objectives: minimise latency of main weight 3, minimise cost"),
            Map.entry("sequence", "because a component starts after the components that it requires"),
            Map.entry("precedes", "because a component starts after the components that it requires"),
            Map.entry("config", "because a sensor is configured where it is deployed"),
            Map.entry("type", "because windows here slide, and timers are intervals"),
            Map.entry("cloud credentials", "because credentials of clouds are those of the infrastructure's providers"),
            Map.entry("security requirement", "because no set of requirements of a component names it"),
            Map.entry("functional", "because failed copies are repaired without a rule"),
            Map.entry("vertical scaling action", "because a changed size in the model recreates the copies"),
            Map.entry("provider requirement", "name sites: require NAME at SITE"),
            Map.entry("image requirement", "because it names disks of virtual machines"),
            Map.entry("os requirement", "because the image of a component brings its system"),
            Map.entry("coupling", "because fewer than two of its names are software"),
            Map.entry("script configuration", "because it does not say how the software is started, or another does"),
            Map.entry("user", "because an application belongs to one organisation"),
            Map.entry("required communication", "because no communication joins it to a component"));

    private UnconvertedCamel() {}

    static void list(List<Statement> statements, Findings findings) {
        list(statements, "", findings);
    }

    /** @param of description of the parent; empty for parts of a model, which are identified by their names */
    private static void list(List<Statement> statements, String of, Findings findings) {
        for (Statement statement : statements) {
            boolean model = statement.phrase().endsWith(" model") && statement.hasBody() && !VOCABULARIES.contains(statement.phrase());
            String whose = statement.declares() ? "" : of;
            if (statement.carried() || model) {
                list(statement.body(), model || statement.phrase().endsWith(" model")
                        || !statement.declares() ? "" : " of " + statement.title(), findings);
            } else if (!(statement.phrase().isEmpty() && statement.tokens().get(0).is("["))) {
                findings.notCarried(statement.at(), statement.title() + whose + content(statement),
                        statement.reason().orElse(INSTEAD.getOrDefault(statement.phrase(), "")));
                statement.body().stream().filter(Statement::carried).forEach(part -> list(part.body(), " of " + part.title(), findings));
            } else {
                findings.notCarried(statement.at(), "annotation " + statement.tokens().stream().filter(Token::qualified)
                        .map(token -> Statement.lastSegment(token.text()))
                        .collect(Collectors.joining(", ")), "");
            }
        }
    }

    /** Counts of the elements in a vocabulary, by kind. */
    private static String content(Statement statement) {
        if (!VOCABULARIES.contains(statement.phrase())) {
            return "";
        }
        Map<String, Long> counts = statement.all().skip(1).filter(part -> part.hasBody() && !part.phrase().isEmpty() && !part.carried())
                .collect(Collectors.groupingBy(Statement::phrase, TreeMap::new, Collectors.counting()));
        return counts.isEmpty() ? "" : counts.entrySet().stream().map(count -> count.getValue() + " " + count.getKey())
                .collect(Collectors.joining(", ", " (", ")"));
    }
}
