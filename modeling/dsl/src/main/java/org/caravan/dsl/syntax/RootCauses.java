package org.caravan.dsl.syntax;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.xtext.validation.Issue;

/**
 * Leaves out what is only reported because of an earlier problem: where the text does not follow the grammar, names
 * are unknown and properties missing because the parser lost its way; and after a first syntax error, more of them
 * follow on the same line and where it came out of all braces.
 */
public final class RootCauses {

    private RootCauses() {}

    /** @return in the order of the text */
    public static List<Issue> of(List<Issue> issues) {
        List<Issue> inOrder = issues.stream().sorted(Comparator.comparing(Issue::getOffset)).toList();
        List<Issue> syntax = inOrder.stream().filter(Issue::isSyntaxError).toList();
        if (syntax.isEmpty()) {
            return inOrder;
        }
        Set<Integer> lines = new HashSet<>();
        return syntax.stream()
                .filter(issue -> issue == syntax.get(0) || !SyntaxMessages.OUTERMOST.equals(issue.getCode()))
                .filter(issue -> lines.add(issue.getLineNumber()))
                .toList();
    }
}
