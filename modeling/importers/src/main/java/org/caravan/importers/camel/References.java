package org.caravan.importers.camel;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.importers.draft.Findings;

/** Reports undeclared names, which occur in real files. A missing model is reported once. */
final class References {

    /** Models whose words are prose, addresses and vocabulary. */
    private static final Set<String> NOT_CHECKED = Set.of("metadata model", "organisation model", "organization model", "security model",
            "type model", "unit model");

    private static final Set<String> LOGIC = Set.of("and", "or", "not", "xor", "if", "then", "else");

    private final List<Statement> models;
    private final Findings findings;
    private final Set<String> suffixes = new HashSet<>();
    private final Set<String> names = new HashSet<>();
    private final Set<String> vocabularies = new HashSet<>();
    private final Map<String, List<Location>> missingModels = new LinkedHashMap<>();

    References(List<Statement> models, Findings findings) {
        this.models = models;
        this.findings = findings;
    }

    void check() {
        models.forEach(model -> declare(model, List.of()));
        models.stream().flatMap(Statement::all).filter(part -> part.phrase().equals("unit model") || part.phrase().equals("type model"))
                .map(Statement::argument).forEach(vocabularies::add);
        models.forEach(this::check);
        missingModels.forEach((model, places) -> findings.doubt("model-missing", places.get(0), model
                + " is in none of the files; references to it: "
                + places.size() + ".", "import its file with this one, if it matters: caravan import FILE LIBRARY"));
    }

    private void declare(Statement statement, List<String> path) {
        String name = statement.declares() ? statement.argument() : "";
        List<String> full = new ArrayList<>(path);
        if (!name.isEmpty()) {
            names.add(name);
            full.add(name);
            for (int start = 0; start < full.size(); start++) {
                suffixes.add(String.join(".", full.subList(start, full.size())));
            }
        }
        statement.body().forEach(part -> declare(part, full));
    }

    private void check(Statement statement) {
        if (NOT_CHECKED.contains(statement.phrase())) {
            return;
        }
        statement.tokens().stream().filter(Token::qualified).forEach(this::qualified);
        boolean bare = !statement.declares() && CamelKeywords.refers(statement.phrase()) && statement.argument().matches("[A-Za-z_]\\w*")
                && statement.tokens().get(0).word();
        if (bare && !names.contains(statement.argument())) {
            dangling(statement.argument(), statement.at());
        }
        if (CamelKeywords.lists(statement.phrase())) {
            statement.tokens().stream().filter(token -> token.text().matches("[A-Za-z_]\\w*")
                    && !names.contains(token.text())).forEach(token -> dangling(token.text(), token.at()));
        }
        if (statement.phrase().equals("logical constraint")) {
            statement.tokens().stream().skip(1).filter(token -> token.text().matches("[A-Za-z_]\\w*")
                    && !LOGIC.contains(token.text().toLowerCase(Locale.ROOT))
                    && !names.contains(token.text())).forEach(token -> dangling(token.text(), token.at()));
        }
        statement.body().forEach(this::check);
    }

    private void qualified(Token token) {
        // Units and types are declared in several ways, so only the existence of their model is checked.
        if (suffixes.contains(token.text()) || Stream.of(token.text().split("\\.")).anyMatch(vocabularies::contains)) {
            return;
        }
        String first = token.text().substring(0, token.text().indexOf('.'));
        if (names.contains(first)) {
            dangling(token.text(), token.at());
        } else {
            missingModels.computeIfAbsent(first, unknown -> new ArrayList<>()).add(token.at());
        }
    }

    private void dangling(String name, Location at) {
        String last = Statement.lastSegment(name);
        List<String> alike = names.stream().filter(known -> known.equalsIgnoreCase(last) || known.startsWith(last)
                || last.startsWith(known))
                .sorted().limit(3).collect(Collectors.toList());
        findings.doubt("dangling-reference", at, name + " is declared nowhere.", alike.isEmpty() ? "declare it, or remove the reference."
                : "name one of " + alike + ".");
    }
}
