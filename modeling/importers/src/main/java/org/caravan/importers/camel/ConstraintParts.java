package org.caravan.importers.camel;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Determines the parts of logical constraints. Version 2.x references them by name; version 3.0 nests them in parentheses, or in braces
 * after if, then and else.
 */
final class ConstraintParts {

    /**
     * @param members names of the constraints that it combines, in order
     * @param statements statements that form it: itself, then and else
     */
    record Written(Statement statement, List<String> members, List<Statement> statements) {

        String name() {
            return statement.argument();
        }
    }

    private final List<Statement> body;
    private final List<Written> found;
    private int at;

    private ConstraintParts(List<Statement> body, List<Written> found) {
        this.body = body;
        this.found = found;
    }

    static List<Written> of(List<Statement> body) {
        List<Written> found = new ArrayList<>();
        new ConstraintParts(body.stream().filter(statement -> !statement.phrase().isEmpty()).toList(), found).all();
        return found;
    }

    /** @return names of the outermost constraints */
    private List<String> all() {
        List<String> names = new ArrayList<>();
        while (at < body.size()) {
            names.addAll(next());
        }
        return names;
    }

    private List<String> next() {
        Statement statement = body.get(at++);
        if (statement.phrase().isEmpty()) {
            statement.carry();
            return statement.words().stream().map(Statement::lastSegment).toList();
        }
        List<String> members = switch (statement.phrase()) {
            case "logical constraint" -> logical(statement);
            case "if constraint" -> new ArrayList<>(new ConstraintParts(statement.body(), found).all());
            default -> new ArrayList<>();
        };
        List<Statement> statements = new ArrayList<>(List.of(statement));
        while (statement.phrase().equals("if constraint") && at < body.size() && Set.of("then", "else").contains(body.get(at).phrase())) {
            statements.add(body.get(at));
            members.addAll(new ConstraintParts(body.get(at++).body(), found).all());
        }
        found.add(new Written(statement, members, statements));
        return List.of(statement.argument());
    }

    private List<String> logical(Statement statement) {
        List<String> members = new ArrayList<>(statement.words().stream().skip(2).map(Statement::lastSegment).toList());
        int depth = opened(statement);
        while (depth > 0 && at < body.size()) {
            int first = at;
            members.addAll(next());
            depth += body.subList(first, at).stream().mapToInt(ConstraintParts::opened).sum();
        }
        return members;
    }

    private static int opened(Statement statement) {
        return statement.tokens().stream().mapToInt(token -> token.is("(") ? 1 : token.is(")") ? -1 : 0).sum();
    }
}
